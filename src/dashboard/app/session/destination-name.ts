/** Panels that a timeline's address can open, in order of precedence. */
const panels = [
  ['scan', 'a scan'],
  ['prompt', 'a prompt'],
  ['recommendation', 'the notes on a recommendation'],
] as const;

/**
 * Describes what a link opens after sign-in, for use inside a sentence.
 * @param path as `destinationOf` returns it
 * @returns null for the list of clients, the default
 */
export function describeDestination(path: string): string | null {
  const { pathname, searchParams } = new URL(path, 'http://page.invalid');
  if (/^\/clients\/?$/.test(pathname)) return null;
  if (/^\/clients\/[^/]+(?:\/sites)?\/?$/.test(pathname)) return 'a client’s sites';
  if (/\/sites\/[^/]+(?:\/timeline)?\/?$/.test(pathname)) {
    return panels.find(([name]) => searchParams.has(name))?.[1] ?? 'a site’s timeline';
  }
  const [, view] = /\/sites\/[^/]+\/(matrix|answers|sources|report)\/?$/.exec(pathname) ?? [];
  if (view !== undefined) return `a site’s ${view}`;
  return 'the page you requested';
}

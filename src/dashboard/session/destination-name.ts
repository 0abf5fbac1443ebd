/** Panels that a timeline's address can open, the first one that it names. */
const panels = [
  ['scan', 'a scan of a site'],
  ['prompt', 'a prompt of a site'],
  ['recommendation', 'the notes on a recommendation'],
] as const;

/**
 * What a link opens after sign-in, in words for the middle of a sentence.
 * @param path as `destinationOf` returns it
 * @returns null for the list of clients, where everybody arrives
 */
export function destinationName(path: string): string | null {
  const { pathname, searchParams } = new URL(path, 'http://page.invalid');
  if (/^\/clients\/?$/.test(pathname)) return null;
  if (/^\/clients\/[^/]+(?:\/sites)?\/?$/.test(pathname)) return 'the sites of a client';
  if (/\/sites\/[^/]+(?:\/timeline)?\/?$/.test(pathname)) {
    return panels.find(([name]) => searchParams.has(name))?.[1] ?? 'the timeline of a site';
  }
  return 'the page that you asked for';
}

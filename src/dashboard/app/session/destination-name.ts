import { siteViewOf } from '../../site-views.ts';

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
  if (/^\/clients\/new\/?$/.test(pathname)) return 'the form for a new client';
  if (/\/sites\/new\/?$/.test(pathname)) return 'the form for a new site';
  if (/^\/clients\/[^/]+\/setup\/?$/.test(pathname)) return 'a client’s set-up';
  if (/^\/clients\/[^/]+(?:\/sites)?\/?$/.test(pathname)) return 'a client’s sites';
  const [, page] = /\/sites\/[^/]+(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  const isSite = /\/sites\/[^/]/.test(pathname);
  const view = page === undefined ? 'timeline' : siteViewOf(page);
  if (!isSite || view === null) return 'the page you requested';
  const panel = view === 'timeline' && panels.find(([name]) => searchParams.has(name))?.[1];
  return panel || `a site’s ${view === 'setup' ? 'set-up' : view}`;
}

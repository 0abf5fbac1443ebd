const home = '/clients';
/** Resolves what is local; nothing is ever sent there. */
const base = 'http://page.invalid';

/**
 * Where to go after sign-in.
 * @param wanted what the URL says, which anybody may have written.
 * @returns a path of this page with its query, or the list of clients.
 */
export function destinationOf(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return home;
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return home;
  return url.pathname === '/sign-in' || url.pathname === '/'
    ? home
    : url.pathname + url.search + url.hash;
}

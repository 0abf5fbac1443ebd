const home = '/clients';
/** A base for resolving local paths; nothing is sent to it. */
const base = 'http://page.invalid';

/**
 * Where to go after sign-in.
 * @param wanted from the address, so not to be trusted
 * @returns a local path with its query and hash, or the list of clients
 */
export function destinationOf(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return home;
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return home;
  return url.pathname === '/sign-in' || url.pathname === '/'
    ? home
    : url.pathname + url.search + url.hash;
}

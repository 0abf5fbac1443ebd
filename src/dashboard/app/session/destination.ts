const home = '/clients';
/** A base for resolving local paths; nothing is sent to it. */
const base = 'http://page.invalid';

/**
 * The path to open after sign-in.
 * @param requested from the address, so not to be trusted
 * @param hash the fragment of the address, which is kept unless `requested` has one; empty for none
 * @returns a local path with its query and hash, or the list of clients
 */
export function destinationOf(requested: unknown, hash = ''): string {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return home;
  const url = URL.canParse(requested, base) ? new URL(requested, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return home;
  if (url.pathname === '/sign-in' || url.pathname === '/') return home;
  return url.pathname + url.search + (url.hash || (hash && `#${hash}`));
}

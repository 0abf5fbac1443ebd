/**
 * Whether a request can be trusted to come from a page of this origin. If the browser sends fetch metadata, that
 * decides; otherwise `Origin` must match `Host`, and be HTTPS if a proxy says that the request was. A request with
 * neither fetch metadata nor `Origin` is accepted: browsers send `Origin` with everything but simple reads, and reads
 * need `X-Session`, which another origin cannot send.
 */
export function isSameOrigin(request: Request): boolean {
  const fetchSite = request.headers.get('sec-fetch-site');
  if (fetchSite !== null) return fetchSite === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const isDowngraded =
    request.headers.get('x-forwarded-proto') === 'https' && protocol !== 'https:';
  return host === request.headers.get('host') && !isDowngraded;
}

/**
 * Whether a browser would send this request only for a page of this very origin. Fetch metadata decides
 * where the browser sends it; else the `Origin` header must name the host asked for. A request with neither
 * is not from a browser page of another origin: those send `Origin` with everything but plain reads, and
 * plain reads need `X-Session`, which another origin cannot send unasked.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const isWeaker = request.headers.get('x-forwarded-proto') === 'https' && protocol !== 'https:';
  return host === request.headers.get('host') && !isWeaker;
}

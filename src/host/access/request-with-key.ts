/**
 * Creates a read on behalf of a caller. It keeps the headers that give the caller's address, and has the key instead of
 * the cookie.
 */
export function requestWithKey(
  request: Request,
  path: string,
  apiKey: string,
  signal = request.signal,
): Request {
  const headers = new Headers(request.headers);
  for (const name of ['cookie', 'content-type', 'content-length']) headers.delete(name);
  headers.set('Authorization', `Bearer ${apiKey}`);
  headers.set('Accept', 'application/json');
  return new Request(new URL(path, request.url), { headers, signal });
}

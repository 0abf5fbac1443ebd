/**
 * Creates a GET request on behalf of a caller. It keeps the caller's headers, such as those that contain the client's
 * address, but has the key instead of the cookie.
 */
export function createRequestWithKey(
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

/**
 * Creates a GET request for JSON on behalf of a caller, with the key instead of the caller's cookie. The caller's other
 * headers are kept, such as those that contain the client's address, except those that describe a body.
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

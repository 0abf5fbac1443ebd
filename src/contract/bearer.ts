/**
 * The bearer token of an `Authorization` header (RFC 6750), without surrounding white space and even if it is not a
 * valid token; null if the request has none.
 */
export const bearerOf = (headers: Headers): string | null =>
  /^Bearer(?:\s+(.*))?$/i.exec(headers.get('Authorization') ?? '')?.[1]?.trim() ?? null;

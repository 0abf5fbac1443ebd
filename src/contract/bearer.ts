/**
 * The token of an `Authorization` header (RFC 6750), as it was sent; null for a request that brings none. What is no
 * token of any kind opens nothing, but it is what the request goes by.
 */
export const bearerOf = (headers: Headers): string | null =>
  /^Bearer(?:\s+(.*))?$/i.exec(headers.get('Authorization') ?? '')?.[1]?.trim() ?? null;

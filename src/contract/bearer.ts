/** The bearer token of an `Authorization` header (RFC 6750), trimmed but not validated; null if there is none. */
export const bearerOf = (headers: Headers): string | null =>
  /^Bearer(?:\s+(.*))?$/i.exec(headers.get('Authorization') ?? '')?.[1]?.trim() ?? null;

/** Whether an `If-None-Match` header matches a resource's ETag (RFC 9110, 13.1.2); false without a header. */
export const matchesEtag = (header: string | null | undefined, etag: string): boolean =>
  header?.trim() === '*' ||
  (header?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false);

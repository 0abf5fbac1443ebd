/** Whether `If-None-Match` matches the current tag of a resource (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | null | undefined, etag: string): boolean =>
  header?.trim() === '*' ||
  (header?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false);

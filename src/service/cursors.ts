import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../contract/fields.ts';
import type { PageStart } from './store/store.ts';

/** What a cursor is good for: one key on one path. */
interface CursorScope {
  keyId: string;
  path: string;
}

/**
 * An opaque text that names where the next page starts. It carries its own proof (HMAC-SHA256), so no host
 * remembers it and any host with the same secret reads it.
 */
export function writeCursor(secret: Uint8Array, scope: CursorScope, start: PageStart): string {
  const place = `${start.createdAt}.${start.id}`;
  const proof = createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', scope.keyId, scope.path, place]))
    .digest('base64url');
  return `${Buffer.from(place).toString('base64url')}.${proof}`;
}

/** Where a cursor says to start; null if it was altered or made for another key or path. */
export function readCursor(
  secret: Uint8Array,
  scope: CursorScope,
  cursor: string,
): PageStart | null {
  const [encoded = ''] = cursor.split('.', 1);
  const [createdAt = '', id = ''] = Buffer.from(encoded, 'base64url').toString().split('.');
  if (!/^-?\d{1,16}$/.test(createdAt) || !isUuid(id)) return null;
  const start = { createdAt: Number(createdAt), id };

  // Comparing whole texts refuses other spellings of the same bytes too.
  const expected = Buffer.from(writeCursor(secret, scope, start));
  const given = Buffer.from(cursor);
  return expected.length === given.length && timingSafeEqual(expected, given) ? start : null;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../contract/fields.ts';
import type { PageStart } from './store/store.ts';

/** A cursor is valid for one key on one path. */
interface CursorScope {
  keyId: string;
  path: string;
}

/**
 * An opaque text with the start of the next page. It is authenticated with HMAC-SHA256, so hosts need not store it, and
 * any host with the same secret can read it.
 */
export function writeCursor(secret: Uint8Array, scope: CursorScope, start: PageStart): string {
  const place = `${start.createdAt}.${start.id}`;
  const proof = createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', scope.keyId, scope.path, place]))
    .digest('base64url');
  return `${Buffer.from(place).toString('base64url')}.${proof}`;
}

/** The start in a cursor; null if the cursor was altered, or written for another key or path. */
export function readCursor(
  secret: Uint8Array,
  scope: CursorScope,
  cursor: string,
): PageStart | null {
  const [encoded = ''] = cursor.split('.', 1);
  const [createdAt = '', id = ''] = Buffer.from(encoded, 'base64url').toString().split('.');
  if (!/^-?\d{1,16}$/.test(createdAt) || !isUuid(id)) return null;
  const start = { createdAt: Number(createdAt), id };

  // Comparing the whole text also refuses other base64 spellings of the same bytes.
  const expected = Buffer.from(writeCursor(secret, scope, start));
  const given = Buffer.from(cursor);
  return expected.length === given.length && timingSafeEqual(expected, given) ? start : null;
}

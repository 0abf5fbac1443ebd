import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../contract/fields.ts';
import type { PageStart } from './store/store.ts';

/** A cursor is valid for one key on one path. */
interface CursorScope {
  keyId: string;
  path: string;
}

/**
 * An opaque text that contains a place in a list. It is authenticated with HMAC-SHA256, so hosts need not store it, and
 * any host with the same secret can read it.
 */
export function writeCursor(secret: Uint8Array, scope: CursorScope, place: string): string {
  const proof = createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', scope.keyId, scope.path, place]))
    .digest('base64url');
  return `${Buffer.from(place).toString('base64url')}.${proof}`;
}

/** The place in a cursor; null if the cursor was altered, or written for another key or path. */
export function readCursor(secret: Uint8Array, scope: CursorScope, cursor: string): string | null {
  const [encoded = ''] = cursor.split('.', 1);
  const place = Buffer.from(encoded, 'base64url').toString();

  // Comparing the whole text also refuses other base64 encodings of the same bytes.
  const expected = Buffer.from(writeCursor(secret, scope, place));
  const given = Buffer.from(cursor);
  return expected.length === given.length && timingSafeEqual(expected, given) ? place : null;
}

/** How a list writes the place of an entry, for its cursors. */
export interface PlaceFormat<Start, Entry = Start> {
  write: (entry: Entry) => string;
  /** The start of the page after an entry; null if `write` never returns this text. */
  read: (place: string) => Start | null;
}

/** An entry of a list that is sorted by `createdAt`, or by something that its ID determines. */
export interface CreatedEntry {
  id: string;
  /** A missing time counts as 0. */
  createdAt?: number | null;
}

/** Places in a list of such entries. */
export const createdPlaces: PlaceFormat<PageStart, CreatedEntry> = {
  write: ({ createdAt, id }) => `${createdAt ?? 0}.${id}`,
  read(place) {
    const [createdAt = '', id = ''] = place.split('.');
    return /^-?\d{1,16}$/.test(createdAt) && isUuid(id)
      ? { createdAt: Number(createdAt), id }
      : null;
  },
};

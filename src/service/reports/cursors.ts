import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../contract/fields.ts';
import type { PageStart } from '../store/store.ts';

/** The only key and path for which a cursor is valid. */
interface CursorScope {
  keyId: string;
  path: string;
}

/**
 * An opaque string that contains a position in a list. It is authenticated with HMAC-SHA256, so hosts need not store
 * it, and any host with the same secret can read it.
 */
export function writeCursor(secret: Uint8Array, scope: CursorScope, position: string): string {
  const proof = createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', scope.keyId, scope.path, position]))
    .digest('base64url');
  return `${Buffer.from(position).toString('base64url')}.${proof}`;
}

/** The position in a cursor; null if it was altered, or written with another secret or for another key or path. */
export function readCursor(secret: Uint8Array, scope: CursorScope, cursor: string): string | null {
  const [encoded = ''] = cursor.split('.', 1);
  const position = Buffer.from(encoded, 'base64url').toString();

  // Comparing the whole text also refuses other base64 encodings of the same bytes.
  const expected = Buffer.from(writeCursor(secret, scope, position));
  const actual = Buffer.from(cursor);
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? position : null;
}

/** How a list's cursors encode the position of an entry. */
export interface PositionFormat<Start, Entry = Start> {
  write: (entry: Entry) => string;
  /** The start of the page after an entry; null if the text is not a valid position. */
  read: (position: string) => Start | null;
}

/** An entry of a list. Its ID alone gives its position in a list that is not sorted by `createdAt`. */
export interface CreatedEntry {
  id: string;
  /** A missing time counts as 0. */
  createdAt?: number | null;
}

/** Positions in a list of `CreatedEntry`. */
export const createdAtPositions: PositionFormat<PageStart, CreatedEntry> = {
  write: ({ createdAt, id }) => `${createdAt ?? 0}.${id}`,
  read(position) {
    const [createdAt = '', id = ''] = position.split('.');
    return /^-?\d{1,16}$/.test(createdAt) && isUuid(id)
      ? { createdAt: Number(createdAt), id }
      : null;
  },
};

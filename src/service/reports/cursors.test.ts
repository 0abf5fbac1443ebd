import { expect, test } from 'vitest';
import { createdAtPositions, readCursor, writeCursor } from './cursors.ts';

const secret = new Uint8Array(32).fill(7);
const scope = { keyId: 'key-1', path: '/v1/clients' };
const start = { createdAt: 1_767_225_600_123, id: '0b8f7c1e-3d55-4a39-9f0e-5a5d4f6b7c8d' };
const position = createdAtPositions.write(start);

test('reading a cursor returns the position that was written to it', () => {
  expect(readCursor(secret, scope, writeCursor(secret, scope, position))).toBe(position);
});

test.each([start, { ...start, createdAt: -86_400_000 }])(
  'the position of %j can be read back',
  (entry) => {
    expect(createdAtPositions.read(createdAtPositions.write(entry))).toEqual(entry);
  },
);

test.each(['', '.', '1', `x.${start.id}`, '1.x', `1e3.${start.id}`])(
  '%j is not a valid position',
  (text) => {
    expect(createdAtPositions.read(text)).toBeNull();
  },
);

test('a cursor is refused under another key, path or secret', () => {
  const cursor = writeCursor(secret, scope, position);
  expect(readCursor(secret, { ...scope, keyId: 'key-2' }, cursor)).toBeNull();
  expect(readCursor(secret, { ...scope, path: '/v1/clients/x/sites' }, cursor)).toBeNull();
  expect(readCursor(new Uint8Array(32).fill(8), scope, cursor)).toBeNull();
});

test('a cursor is refused if any one of its bits is flipped', () => {
  const cursor = writeCursor(secret, scope, position);
  for (let index = 0; index < cursor.length; index += 1) {
    for (let bit = 0; bit < 7; bit += 1) {
      const flipped = String.fromCharCode(cursor.charCodeAt(index) ^ (1 << bit));
      const altered = cursor.slice(0, index) + flipped + cursor.slice(index + 1);
      expect(readCursor(secret, scope, altered), altered).toBeNull();
    }
  }
});

test.each([
  '',
  '.',
  'a.b',
  'é',
  '\u0000',
  'MTIz',
  writeCursor(secret, scope, position).slice(0, -1),
])('%j is not a valid cursor', (text) => expect(readCursor(secret, scope, text)).toBeNull());

test('a cursor followed by more text is refused', () => {
  const cursor = writeCursor(secret, scope, position);
  for (const suffix of ['.', '=', ' ', '.x']) {
    expect(readCursor(secret, scope, cursor + suffix)).toBeNull();
  }
});

import { expect, it } from 'vitest';
import { areCounts, countOf, itemsOfType, lineOf, textOf } from './untrusted.ts';

it('half a surrogate pair in a text becomes a replacement character', () => {
  expect(textOf('a\ud83d')).toBe('a\ufffd');
  expect(textOf('🎈')).toBe('🎈');
});

it('a line has no controls', () => {
  expect(lineOf('\u202etitle\0of\r\na page\u2069')).toBe('title of a page');
  expect(lineOf('\0')).toBeNull();
});

it('a count is at most a hundred million', () => {
  expect(countOf(1e8)).toBe(1e8);
  expect(countOf(1e9)).toBe(1e8);
});

it.each([-1, 1.5, 1e9, Number.NaN, '3', {}])('with %j, values are no counts', (value) => {
  expect(areCounts([3, value])).toBe(false);
});

it('counts may be left out', () => {
  expect(areCounts([0, 3, 1e8, null, undefined])).toBe(true);
});

it.each([-1, 1.5, Number.NaN, '3', null, {}])('%j is no count', (value) => {
  expect(countOf(value)).toBe(0);
});

it('items that are no objects have no type', () => {
  expect(itemsOfType([null, 1, 'a', { type: 'b' }], 'b')).toEqual([{ type: 'b' }]);
  expect(itemsOfType({ 0: { type: 'b' } }, 'b')).toEqual([]);
});

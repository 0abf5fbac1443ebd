import { expect, it } from 'vitest';
import { countOf, itemsOfType, textOf } from './untrusted.ts';

it('half a surrogate pair in a text becomes a replacement character', () => {
  expect(textOf('a\ud83d')).toBe('a\ufffd');
  expect(textOf('🎈')).toBe('🎈');
});

it.each([-1, 1.5, 1e9, Number.NaN, '3', null, {}])('%j is no count', (value) => {
  expect(countOf(value)).toBe(0);
});

it('items that are no objects have no type', () => {
  expect(itemsOfType([null, 1, 'a', { type: 'b' }], 'b')).toEqual([{ type: 'b' }]);
  expect(itemsOfType({ 0: { type: 'b' } }, 'b')).toEqual([]);
});

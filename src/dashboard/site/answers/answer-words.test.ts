import { expect, it } from 'vitest';
import { placeText } from './answer-words.ts';

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [null, null],
  [0, null],
  [-1, null],
  [1.5, null],
])('the place %s is shown as %s', (place, expected) => {
  expect(placeText({ brandId: 'x', sentiment: null, place })).toBe(expected);
});

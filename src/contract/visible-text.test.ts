import { describe, expect, it } from 'vitest';
import { findTextFault, withoutInvisible } from './visible-text.ts';

const character = (code: number) => String.fromCodePoint(code);
const codes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('a name', () => {
  it.each([
    ...codes(0, 0x1f),
    ...codes(0x7f, 0x9f),
    ...codes(0x2028, 0x202e),
    ...codes(0x2066, 0x2069),
  ])('with the character %i is refused with a reason that names it', (code) => {
    const name =
      code === 9 ? 'a tab' : [10, 13, 0x2028, 0x2029].includes(code) ? 'a line break' : 'U+';
    const hex = name === 'U+' ? code.toString(16).toUpperCase().padStart(4, '0') : '';
    expect(findTextFault(`Ac${character(code)}me`)).toContain(name + hex);
  });

  it.each([
    ' ',
    '\u200b',
    '\u00a0\u3000',
    '\u2060\ufeff',
    '\u3164',
    '\u2800',
    '\u{e0041}',
    '\u200f',
  ])('of nothing visible is refused: %j', (name) => {
    expect(findTextFault(name)).toBe('must have a character that can be seen');
    expect(findTextFault(name, { isOptional: true })).not.toBeNull();
  });

  it('may be left out if it is optional', () => {
    expect(findTextFault('', { isOptional: true })).toBeNull();
    expect(findTextFault('')).not.toBeNull();
  });

  it.each(['Acme', 'نی\u200cخواهم', 'א\u200f', 'क\u094d\u200d', '👩\u200d💻', 'so\u00adft', '1'])(
    'with joiners, marks or other invisible characters is accepted: %j',
    (name) => {
      expect(findTextFault(name)).toBeNull();
    },
  );
});

it('a question may have tabs and line breaks, and no other hidden character', () => {
  expect(findTextFault('Which\tone\r\nis best?', { hasLines: true })).toBeNull();
  expect(findTextFault('Which\vone?', { hasLines: true })).toContain('U+000B');
  expect(findTextFault('Which \u2067one?', { hasLines: true })).toContain('U+2067');
});

it('invisible characters are left out of what is compared', () => {
  expect(withoutInvisible('A\u200bc\u00adm\u2060e\ufeff\u{e0041}')).toBe('Acme');
});

import { describe, expect, it } from 'vitest';
import { printable, printableLines } from './printable.ts';

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCharCode(first + n));
const unsafe = [
  ...between(0x00, 0x1f),
  ...between(0x7f, 0x9f),
  '\u00ad',
  '\u061c',
  '\u180e',
  ...between(0x200b, 0x200f),
  ...between(0x2028, 0x202e),
  ...between(0x2060, 0x206f),
  '\ufeff',
  ...between(0xfff9, 0xfffb),
];

describe('printable text', () => {
  it('escapes every character that controls a terminal, hides or reorders text, and no other', () => {
    const changed = between(0, 0xffff).filter((character) => printable(character) !== character);
    expect(changed).toEqual(unsafe);
    for (const character of unsafe) {
      expect(printable(`a${character}b`)).toMatch(/^a\\u[0-9a-f]{4}b$/);
    }
    expect(printable('\u001b]0;x\u0007 😀')).toBe('\\u001b]0;x\\u0007 😀');
    // A Unicode tag character, which is a surrogate pair in UTF-16.
    expect(printable('a\u{e0041}')).toBe('a\\udb40\\udc41');
  });

  it('keeps the value of JSON', () => {
    const value = { [unsafe.join('')]: [...unsafe, 'plain', '\\', '"', '\ud800'] };
    const text = printable(JSON.stringify(value));
    expect(JSON.parse(text)).toEqual(value);
    expect(unsafe.filter((character) => text.includes(character))).toEqual([]);
  });

  it('keeps the line breaks of several lines', () => {
    expect(printableLines('one\ntwo\u0085\r\n')).toBe('one\ntwo\\u0085\\u000d\n');
  });
});

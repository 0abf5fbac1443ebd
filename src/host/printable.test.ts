import { describe, expect, it } from 'vitest';
import { toPrintable, toPrintableLines } from './printable.ts';

const charactersBetween = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCharCode(first + n));
const unsafe = [
  ...charactersBetween(0x00, 0x1f),
  ...charactersBetween(0x7f, 0x9f),
  '\u00ad',
  '\u061c',
  '\u180e',
  ...charactersBetween(0x200b, 0x200f),
  ...charactersBetween(0x2028, 0x202e),
  ...charactersBetween(0x2060, 0x206f),
  '\ufeff',
  ...charactersBetween(0xfff9, 0xfffb),
];

describe('making text printable', () => {
  it('escapes exactly the characters that control a terminal, end a line, or hide or reorder text', () => {
    const changed = charactersBetween(0, 0xffff).filter(
      (character) => toPrintable(character) !== character,
    );
    expect(changed).toEqual(unsafe);
    for (const character of unsafe) {
      expect(toPrintable(`a${character}b`)).toMatch(/^a\\u[0-9a-f]{4}b$/);
    }
    expect(toPrintable('\u001b]0;x\u0007 😀')).toBe('\\u001b]0;x\\u0007 😀');
    // A Unicode tag character, which is a surrogate pair in UTF-16.
    expect(toPrintable('a\u{e0041}')).toBe('a\\udb40\\udc41');
  });

  it('keeps the value of JSON', () => {
    const value = { [unsafe.join('')]: [...unsafe, 'plain', '\\', '"', '\ud800'] };
    const text = toPrintable(JSON.stringify(value));
    expect(JSON.parse(text)).toEqual(value);
    expect(unsafe.filter((character) => text.includes(character))).toEqual([]);
  });

  it('escapes every line break except line feeds in multi-line text', () => {
    expect(toPrintableLines('one\ntwo\u0085\r\n')).toBe('one\ntwo\\u0085\\u000d\n');
  });
});

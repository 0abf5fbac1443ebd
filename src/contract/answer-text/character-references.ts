import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** A reference as in Markdown: with a semicolon, and no longer than the longest name. */
export const characterReference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/gi;

const replacementCharacter = '\uFFFD';

function decodeCodePoint(codePoint: number): string {
  const isInvalid =
    codePoint === 0 || codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff);
  return isInvalid ? replacementCharacter : String.fromCodePoint(codePoint);
}

/** Replaces `&amp;`, `&#38;` and `&#x26;` with the characters that they stand for, and keeps unknown names. */
export const decodeCharacterReferences = (text: string): string =>
  text.replace(characterReference, (reference, hex: string, decimal: string, name: string) => {
    if (name) return decodeNamedCharacterReference(name) || reference;
    return decodeCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });

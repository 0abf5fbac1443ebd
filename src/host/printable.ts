/** Control characters, line and paragraph separators, invisible marks and tags, and marks that annotate or reorder. */
const unsafePattern =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/**
 * Escapes, as \uXXXX, every character that could control a terminal, end the line, or hide or reorder text. JSON
 * without white space between its tokens still parses to the same value.
 */
export const toPrintable = (text: string): string =>
  text.replace(unsafePattern, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(
      '',
    ),
  );

/** Escapes text as `toPrintable` does, but keeps its line feeds. */
export const toPrintableLines = (text: string): string =>
  text.split('\n').map(toPrintable).join('\n');

/** Prints one line on standard output, escaped by `toPrintable`. */
export const printLine = (line: string): boolean => process.stdout.write(`${toPrintable(line)}\n`);

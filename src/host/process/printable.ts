/** C0 and C1 controls, DEL, invisible marks, line and paragraph separators, and marks that reorder text. */
const unsafe = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Escapes, as \uXXXX, every character that could control a terminal, end the line, or hide or reorder text. JSON text
 * without line breaks keeps its value.
 */
export const printable = (text: string): string =>
  text.replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Escapes text as `printable` does, but keeps its line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Prints one line on standard output, with its control characters escaped. */
export const printLine = (line: string): boolean => process.stdout.write(`${printable(line)}\n`);

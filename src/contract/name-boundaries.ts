// Scripts that are written without spaces, or with particles joined to the preceding word. A letter of these scripts
// beside a name does not show that the name continues. `scx` includes script extensions, so that the long vowel mark ー
// counts as Japanese.
const scriptsWithoutWordBoundaries = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
].map((script) => String.raw`\p{scx=${script}}`);
const letter = String.raw`[\p{L}--[${scriptsWithoutWordBoundaries.join('')}]]`;
const mark = String.raw`[\p{M}--[${scriptsWithoutWordBoundaries.join('')}]]`;
const digitOrUnderscore = String.raw`[\p{Nd}_]`;
// A letter with its marks. UAX 15 allows 30 marks per letter (Stream-Safe Text Format); without this limit, a text of
// only marks would take quadratic time.
const markedLetter = String.raw`${letter}\p{M}{0,30}`;

// With the flag `y`, both test only the position in `lastIndex`.
const startBoundary = new RegExp(`(?<!${markedLetter}|${digitOrUnderscore})`, 'vy');
const endBoundary = new RegExp(
  `(?!${letter}|${digitOrUnderscore}|(?<=${markedLetter})${mark})`,
  'vy',
);

function isAt(boundary: RegExp, text: string, at: number): boolean {
  boundary.lastIndex = at;
  return boundary.test(text);
}

/**
 * Whether a name may begin at an offset of a text in NFC: not directly after a letter, digit or underscore. A combining
 * mark counts as part of its letter; letters of the scripts above do not count.
 */
export const mayBegin = (text: string, at: number): boolean => isAt(startBoundary, text, at);

/** Whether a name may end at an offset of a text in NFC: by the same rules, not directly before such a character. */
export const mayEnd = (text: string, at: number): boolean => isAt(endBoundary, text, at);

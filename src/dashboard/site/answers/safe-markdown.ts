/** Longer texts are shown as plain text: they would fill the page for too long, even part by part. */
const maxMarkdownLength = 100_000;
const maxMarkdownLines = 5_000;

/** The longest part that is parsed at once, which is one task of the page. */
const maxPartLength = 40_000;
/** Parsing the headings that are underlined takes time that grows with the square of the number of lines. */
const maxPartLines = 1_000;
/** Parsing emphasis and brackets takes time that grows with the square of their number. */
const maxDelimiters = 3_000;
/**
 * Matches a line that begins with 16 or more quote or list markers, or with 64 or more spaces or tabs, since deep
 * nesting overflows the parser's stack, or has that many spaces after a list marker.
 */
const deepNesting =
  /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){16}|^[ \t]{0,63}(?:(?:[>*+-]|\d{1,9}[.)])[ \t]{0,63}){0,15}[ \t]{64}/m;

/**
 * Every row of a table is padded to the width of its head, so even a short text can produce very many cells. A table is
 * drawn at once.
 */
const maxCells = 2_000;
const tableDelimiterRow =
  /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/m;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function mayHaveTooManyCells(text: string): boolean {
  if (!tableDelimiterRow.test(text)) return false;
  const lines = text.split('\n');
  const maxColumns = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0);
  return maxColumns * lines.length > maxCells;
}

/** Whether a text is short enough to be shown as Markdown, part by part. */
export const isShortEnough = (text: string): boolean =>
  text.length <= maxMarkdownLength && countOf(text, /\n/g) <= maxMarkdownLines;

/** Whether a part of a text can be parsed as Markdown without blocking the page. */
export function isSafeMarkdown(text: string): boolean {
  if (text.length > maxPartLength || countOf(text, /\n/g) > maxPartLines) return false;
  if (deepNesting.test(text) || mayHaveTooManyCells(text)) return false;
  return countOf(text, /[*_~[\]`]/g) <= maxDelimiters;
}

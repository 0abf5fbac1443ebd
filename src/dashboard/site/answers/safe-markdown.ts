/** Longer texts are shown as plain text: parsing and laying them out would block the page. */
const maxMarkdownLength = 30_000;
/** Parsing emphasis and brackets takes time that grows with the square of their number. */
const maxDelimiters = 3_000;
/**
 * Matches a line that begins with 16 or more quote or list markers, or with 64 or more spaces or tabs, since deep
 * nesting overflows the parser's stack.
 */
const deepNesting = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){16}|^[ \t]{64}/m;

/** Every row of a table is padded to the width of its head, so even a short text can produce very many cells. */
const maxCells = 20_000;
const tableDelimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/m;

function mayHaveTooManyCells(text: string): boolean {
  if (!tableDelimiterRow.test(text)) return false;
  const lines = text.split('\n');
  const maxColumns = Math.max(...lines.map((line) => line.split('|').length));
  return maxColumns * lines.length > maxCells;
}

/** Whether a text can be parsed as Markdown without blocking the page. */
export function isSafeMarkdown(text: string): boolean {
  if (text.length > maxMarkdownLength || deepNesting.test(text)) return false;
  if (mayHaveTooManyCells(text)) return false;
  return (text.match(/[*_~[\]`]/g)?.length ?? 0) <= maxDelimiters;
}

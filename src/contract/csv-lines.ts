import { escapeFormulas } from './safe-text.ts';

export type Cell = string | number;

/** Ends each line of a CSV file. */
export const newline = '\r\n';

/** Makes programs that guess the encoding read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Papa Parse's `unparse`, which formats rows as CSV. */
type Unparse = (
  rows: Cell[][],
  options: { newline: string; quotes: (cell: unknown) => boolean },
) => string;

/** Cells that start with an apostrophe are quoted, whether or not `escapeFormulas` added it. */
const hasLeadingApostrophe = (cell: unknown): boolean =>
  typeof cell === 'string' && cell.startsWith("'");

/** Formats rows as lines of a CSV file (RFC 4180). Text that a spreadsheet might run as a formula is escaped. */
export const formatCsvLines = (rows: readonly (readonly Cell[])[], unparse: Unparse): string =>
  unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))),
    { newline, quotes: hasLeadingApostrophe },
  ) + newline;

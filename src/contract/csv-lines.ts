import { escapeFormulas } from './safe-text.ts';

export type Cell = string | number;

const newline = '\r\n';

/** Makes programs that guess the encoding read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** The function of Papa Parse that writes rows. */
type Unparse = (
  rows: Cell[][],
  options: { newline: string; quotes: (cell: unknown) => boolean },
) => string;

/** Whether a cell is text with a leading apostrophe, its own or one from `escapeFormulas`; such cells are quoted. */
const hasLeadingApostrophe = (cell: unknown): boolean =>
  typeof cell === 'string' && cell.startsWith("'");

/** Formats rows as lines of a CSV file (RFC 4180). Text that a spreadsheet might run as a formula is escaped. */
export const csvLines = (rows: readonly (readonly Cell[])[], unparse: Unparse): string =>
  unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))),
    { newline, quotes: hasLeadingApostrophe },
  ) + newline;

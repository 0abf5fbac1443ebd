import { toPrintable } from '../printable.ts';

/** Maximum number of characters of a name that a table shows. */
const maxNameWidth = 40;

/**
 * Shortens a name, escapes unsafe characters, and collapses white space, so that it does not look like a gap between
 * columns.
 */
export function formatName(name: string): string {
  const line = toPrintable(name).replace(/\s+/g, ' ').trim();
  return line.length <= maxNameWidth ? line : `${line.slice(0, maxNameWidth - 1).toWellFormed()}…`;
}

/** Formats an instant to the minute, in UTC. */
export const formatToMinute = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** Formats an instant to the second, in UTC. */
export const formatToSecond = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Formats rows of cells as lines of aligned columns, separated by at least two spaces. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

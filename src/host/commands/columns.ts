/** Letters of a name that a table shows. */
const nameWidth = 40;

/** Names come from people: on one line, and without two spaces together, which separate columns. */
export function shownName(name: string): string {
  const line = name.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length <= nameWidth ? line : `${line.slice(0, nameWidth - 1).toWellFormed()}…`;
}

/** An instant to the minute, in UTC. */
export const minuteOf = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** Rows of cells as lines of aligned columns, which at least two spaces separate. */
export function alignedColumns(rows: readonly (readonly string[])[]): readonly string[] {
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

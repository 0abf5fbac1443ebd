import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows handled in one go: some milliseconds' work. */
const rowsASlice = 500;

/** Calls `handle` with slices of the rows, in order, and lets everything else that waits run in between. */
export async function inSlices<T>(
  rows: readonly T[],
  handle: (slice: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsASlice) {
    if (start > 0) await nextTurn();
    handle(rows.slice(start, start + rowsASlice));
  }
}

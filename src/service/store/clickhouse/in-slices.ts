import { setImmediate as nextTurn } from 'node:timers/promises';

/** A few milliseconds of work. */
const rowsPerSlice = 500;

/** Calls `handle` with slices of the rows, in order, and lets other work run in between. */
export async function inSlices<T>(
  rows: readonly T[],
  handle: (slice: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerSlice) {
    if (start > 0) await nextTurn();
    handle(rows.slice(start, start + rowsPerSlice));
  }
}

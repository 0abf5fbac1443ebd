import { setImmediate as nextTurn } from 'node:timers/promises';

/** Few enough that handling them takes only a few milliseconds. */
const rowsPerSlice = 500;

/** Calls `handle` with slices of the rows, in order, and lets other work run in between. */
export async function processInSlices<T>(
  rows: readonly T[],
  handle: (slice: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerSlice) {
    if (start > 0) await nextTurn();
    handle(rows.slice(start, start + rowsPerSlice));
  }
}

import { toTimestamp } from '../reports/timestamp.ts';
import type { TimelineScan } from '../store/store.ts';

/**
 * Creates a function that writes the points of a series as JSON text, from the values at each scan. The parts that are
 * the same for all series are encoded only once, since a matrix has tens of thousands of points.
 */
export function createPointWriter(
  scans: readonly TimelineScan[],
): (values: readonly (number | null)[]) => string {
  const pointFrames = scans.map(({ id, date, completedAt }) => {
    const start = JSON.stringify({ date, completedAt: toTimestamp(completedAt) }).slice(0, -1);
    return { start: `${start},"value":`, end: `,"scanId":${JSON.stringify(id)}}` };
  });
  return (values) => {
    const points = pointFrames.map(
      ({ start, end }, index) => start + JSON.stringify(values[index] ?? null) + end,
    );
    return `[${points.join(',')}]`;
  };
}

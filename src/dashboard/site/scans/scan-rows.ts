import { isTimestamp } from '../../../contract/fields.ts';
import type { MeasuredScan } from '../../../contract/sightline/resources.ts';
import type { ScanRun } from '../../../contract/sightline/scans.ts';

/** A scan of the list: one that the service runs itself, or one that was imported from a file. */
export type ListedScan =
  | { kind: 'run'; id: string; time: number; scan: ScanRun }
  | { kind: 'imported'; id: string; time: number; scan: MeasuredScan };

/** When a scan happened, in milliseconds since 1970; null if none of the times is known. */
function timeOf(...times: readonly (string | null)[]): number | null {
  const known = times.find((time) => time !== null && isTimestamp(time));
  return known ? Date.parse(known) : null;
}

/**
 * Joins the scans of both lists, newest first. A scan that the service has run is in both, and listed once. While there
 * are older scans of its own to load, imported ones that began before the oldest loaded one are left out.
 */
export function joinScans(
  runs: readonly ScanRun[],
  imported: readonly MeasuredScan[],
  hasOlder: boolean,
): ListedScan[] {
  const own = runs.map(
    (scan): ListedScan => ({
      kind: 'run',
      id: scan.id,
      time: timeOf(scan.startedAt, scan.dueAt, scan.createdAt) ?? 0,
      scan,
    }),
  );
  const ownIds = new Set(own.map(({ id }) => id.toLowerCase()));
  const oldest = hasOlder ? Math.min(...own.map(({ time }) => time)) : Number.NEGATIVE_INFINITY;
  // One of its own that is still to load may have ended after the oldest loaded one was due, but began before that.
  const others = imported
    .filter(
      ({ id, startedAt, createdAt, completedAt }) =>
        !ownIds.has(id.toLowerCase()) && (timeOf(startedAt, createdAt, completedAt) ?? 0) >= oldest,
    )
    .map(
      (scan): ListedScan => ({
        kind: 'imported',
        id: scan.id,
        time: timeOf(scan.completedAt, scan.startedAt, scan.createdAt) ?? 0,
        scan,
      }),
    );
  return [...own, ...others].sort((one, other) => other.time - one.time);
}

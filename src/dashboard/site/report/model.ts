import type { ReportColumns, ScanColumn, SeriesColumn } from '../../api/columns.ts';
import { instantAt, wallClock } from '../../time/clock.ts';

/** A report's columns in the order in which its scans stand on a time axis. */
export interface TimelineModel extends ReportColumns {
  /**
   * Milliseconds since 1970, ascending, one per scan: where it stands on the axis. A scan whose time is
   * unknown stands at noon of its day in the chosen zone, so that it is on that day whatever the zone.
   */
  instants: Float64Array;
  /** Indices of the scans from the earliest to the newest, the same in every zone. */
  order: Uint32Array;
}

/** Where a scan, of this report or another one, stands in a model; -1 where it is not in it. */
export const placeOf = ({ scans }: TimelineModel, { scanId, moment }: ScanColumn): number =>
  scans.findIndex((scan) => scan.scanId === scanId && scan.moment === moment);

/**
 * Places a report on the time axis of a zone.
 * @param zone where the noon of a scan whose time is unknown is taken
 */
export function toModel(report: ReportColumns, zone: string): TimelineModel {
  const { scans, series } = report;
  // From noon in UTC to noon in the zone, which is mostly as far as on the day before.
  let shift = 0;
  const noonOf = ({ date, moment }: ScanColumn) => {
    const shown = wallClock(moment + shift, zone);
    if (shown.day !== date || shown.time !== '12:00:00') {
      shift = instantAt(date, '12:00', zone) - moment;
    }
    return moment + shift;
  };
  const at = Float64Array.from(scans, (scan) => (scan.timed ? scan.moment : noonOf(scan)));
  if (at.every((instant, scan) => scan === 0 || instant >= (at[scan - 1] ?? 0))) {
    return { ...report, instants: at, order: Uint32Array.from(scans.keys()) };
  }
  const placed = Uint32Array.from(scans.keys()).sort(
    (a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b,
  );
  const order = new Uint32Array(placed.length);
  for (const [place, scan] of placed.entries()) order[scan] = place;
  return {
    ...report,
    instants: at.sort(),
    order,
    scans: Array.from(placed, (scan) => scans[scan]).filter((scan) => scan !== undefined),
    series: series.map((each) => ({
      ...each,
      values: Float64Array.from(placed, (scan) => each.values[scan] ?? Number.NaN),
      present: each.present && Uint8Array.from(placed, (scan) => each.present?.[scan] ?? 0),
    })),
  };
}

/** True for the series that is the report's brand; keys are compared as UUIDs, in any case. */
export const isTracked = (model: TimelineModel, series: SeriesColumn): boolean =>
  model.groupBy === 'brand' && series.key.toLowerCase() === model.brand?.id.toLowerCase();

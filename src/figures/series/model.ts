import { instantAt } from '../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import type { ReportColumns, ReportScan } from './columns.ts';

/** A report's columns in the order of their scans on the time axis. */
export interface TimelineModel extends ReportColumns {
  /**
   * Milliseconds since 1970, ascending: the position of each scan on the axis. A scan of unknown time is at noon
   * of its day in the chosen zone, so that it is on that day in any zone.
   */
  instants: Float64Array;
  /** Indices into `scans` in the order of the report, oldest first, which is the same in every zone. */
  reportOrder: Uint32Array;
}

/** The index of a scan in a model, even if the scan comes from another report; -1 if the model does not contain it. */
export const indexOfScan = ({ scans }: TimelineModel, { scanId, moment }: ReportScan): number =>
  scans.findIndex((scan) => scan.scanId === scanId && scan.moment === moment);

/**
 * Places a report on the time axis of a zone.
 * @param zone the zone in which scans of unknown time are placed at noon
 */
export function toModel(report: ReportColumns, zone: string): TimelineModel {
  const { scans, series } = report;
  // Milliseconds from noon UTC to noon in the zone, usually the same as on the previous day.
  let shift = 0;
  const noonInZone = ({ date, moment }: ReportScan) => {
    const shown = wallClockAt(moment + shift, zone);
    if (shown.day !== date || shown.time !== '12:00:00') {
      shift = instantAt(date, '12:00', zone) - moment;
    }
    return moment + shift;
  };
  const instants = Float64Array.from(scans, (scan) =>
    scan.hasTime ? scan.moment : noonInZone(scan),
  );
  if (instants.every((instant, scan) => scan === 0 || instant >= (instants[scan - 1] ?? 0))) {
    return { ...report, instants, reportOrder: Uint32Array.from(scans.keys()) };
  }
  const sortedScans = Uint32Array.from(scans.keys()).sort(
    (a, b) => (instants[a] ?? 0) - (instants[b] ?? 0) || a - b,
  );
  const reportOrder = new Uint32Array(sortedScans.length);
  for (const [place, scan] of sortedScans.entries()) reportOrder[scan] = place;
  return {
    ...report,
    instants: instants.sort(),
    reportOrder,
    scans: Array.from(sortedScans, (scan) => scans[scan]).filter((scan) => scan !== undefined),
    series: series.map((column) => ({
      ...column,
      values: Float64Array.from(sortedScans, (scan) => column.values[scan] ?? Number.NaN),
      present:
        column.present && Uint8Array.from(sortedScans, (scan) => column.present?.[scan] ?? 0),
    })),
  };
}

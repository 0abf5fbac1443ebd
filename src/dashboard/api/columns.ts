import type { TimelineReport } from '../../contract/resources.ts';

/** One scan in view: a position on the time axis that every series shares. */
export interface ScanColumn {
  scanId: string | null;
  /** UTC calendar day of the scan, YYYY-MM-DD. */
  date: string;
  /** False when it is unknown when the scan finished. */
  timed: boolean;
  /**
   * What scans are ordered by, in milliseconds since 1970: when the scan finished, else noon of `date` in UTC.
   * Unlike its place on an axis it does not depend on the zone.
   */
  moment: number;
}

export interface SeriesColumn {
  /** Unique in the report, also where the service repeats a key. */
  id: string;
  key: string;
  label: string;
  /** One value per scan, NaN where there is no evidence; test with `isEvidence`. */
  values: Float64Array;
  /** 1 for each scan at which the service gave this series a point, null when it has one at every scan. */
  present: Uint8Array | null;
}

/** A timeline report in columns, which a thousand scans of fifty series need. Every point is kept. */
export interface ReportColumns extends Pick<TimelineReport, 'brand' | 'filters'> {
  metric: string;
  groupBy: string;
  /** From the earliest to the newest. */
  scans: readonly ScanColumn[];
  series: readonly SeriesColumn[];
  /** Points with neither a day nor a time, which no axis can show. */
  unplaced: number;
}

/** Tests a column's value: false where the scan gave no evidence. */
export const isEvidence = (value: number | undefined): value is number =>
  value !== undefined && !Number.isNaN(value);

/** Whether the service gave the series a point at a scan, with evidence or without. */
export const isPresent = (series: SeriesColumn, scan: number): boolean =>
  series.present === null || series.present[scan] === 1;

import type { TimelineReport } from '../../contract/resources.ts';

/** One scan of the report: a position on the time axis, shared by every series. */
export interface ReportScan {
  scanId: string | null;
  /** UTC calendar day of the scan, YYYY-MM-DD. */
  date: string;
  /** Whether the time at which the scan finished is known. */
  hasTime: boolean;
  /**
   * Sort key in milliseconds since 1970: when the scan finished, or noon UTC of `date` if that is unknown. Unlike
   * a position on the axis, it does not depend on the time zone.
   */
  moment: number;
}

export interface SeriesColumn {
  /** Unique in the report, even if the service repeats a key. */
  id: string;
  key: string;
  label: string;
  /** One value per scan; NaN means no evidence, see `isEvidence`. */
  values: Float64Array;
  /** 1 for each scan where the series has a point; null if it has one at every scan. */
  present: Uint8Array | null;
}

/** A timeline report in columns, compact enough for a thousand scans of fifty series. */
export interface ReportColumns extends Pick<TimelineReport, 'brand' | 'filters'> {
  metric: string;
  groupBy: string;
  /** Whether `brand` is the site's tracked brand. False if the request named a brand by its ID, whichever that is. */
  isOfTrackedBrand: boolean;
  /**
   * ID of the tracked brand's series in a report by brand, even if a part of the report leaves that series out; null in
   * any other report, and if the service does not say which series it is.
   */
  trackedId: string | null;
  /** Oldest first. */
  scans: readonly ReportScan[];
  series: readonly SeriesColumn[];
  /** The number of series that the service left out; null or missing if unknown. */
  more?: number | null;
  /** The number of points that cannot be drawn because no day or time is known for their scan. */
  unplaced: number;
}

/** Whether a value of a column is evidence, rather than NaN. */
export const isEvidence = (value: number | undefined): value is number =>
  value !== undefined && !Number.isNaN(value);

/** Whether the series has a point at a scan, with or without evidence. */
export const isPresent = ({ present }: Pick<SeriesColumn, 'present'>, scan: number): boolean =>
  present === null || present[scan] === 1;

import type { ReportScan } from '../../api/columns.ts';
import type { MeasurementChange } from '../comparison/measurement-changes.ts';
import type { MeasurementChanges } from '../comparison/shown-verdict.ts';
import type { TimelineModel } from '../report/model.ts';

/** The measurement changes at a scan in view. */
export interface ScanChanges {
  /** Index of the scan in the model. */
  scan: number;
  changes: readonly MeasurementChange[];
}

const isSameScan = (one: ReportScan, other: ReportScan): boolean =>
  one.scanId === null || other.scanId === null
    ? one.moment === other.moment
    : one.scanId.toLowerCase() === other.scanId.toLowerCase();

/** The measurement changes at the scans of a model, oldest first; none while `changedScans` is null. */
export const changesInView = (
  { scans }: TimelineModel,
  changedScans: MeasurementChanges,
): ScanChanges[] =>
  (changedScans ?? []).flatMap(({ scan, changes }) => {
    const index = scans.findIndex((other) => isSameScan(other, scan));
    return index < 0 ? [] : [{ scan: index, changes }];
  });

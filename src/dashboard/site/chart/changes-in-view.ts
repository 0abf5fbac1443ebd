import type { MeasurementChange } from '../../../figures/comparison/measurement-changes.ts';
import { changeDay, type MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportScan } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { pageLocale } from '../../locale.ts';

/** The measurement changes at a scan in view. */
export interface ScanChanges {
  /** Index of the scan in the model. */
  scan: number;
  /** The scan's UTC day in words, as verdicts name it. */
  day: string;
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
): ScanChanges[] => {
  const until = scans.at(-1)?.date ?? '';
  return (changedScans ?? []).flatMap(({ scan, changes }) => {
    const index = scans.findIndex((other) => isSameScan(other, scan));
    return index < 0
      ? []
      : [{ scan: index, day: changeDay(scan.date, until, pageLocale()), changes }];
  });
};

/**
 * The instants of scans at which the measurement changed.
 * @param instants the instant of each scan in the model
 */
export const changeInstantsOf = (
  scanChanges: readonly ScanChanges[],
  instants: Float64Array,
): number[] => scanChanges.flatMap(({ scan }) => instants[scan] ?? []);

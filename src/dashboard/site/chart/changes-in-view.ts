import type { ReportScan } from '../../api/columns.ts';
import type { MeasurementChange } from '../comparison/measurement-changes.ts';
import type { MeasurementChanges } from '../comparison/shown-verdict.ts';
import type { TimelineModel } from '../report/model.ts';

/** A scan in view that was measured differently from the one before it. */
export interface ChangedColumn {
  /** Index of the scan in the model. */
  column: number;
  what: readonly MeasurementChange[];
}

const isSame = (one: ReportScan, other: ReportScan): boolean =>
  one.scanId === null || other.scanId === null
    ? one.moment === other.moment
    : one.scanId.toLowerCase() === other.scanId.toLowerCase();

/** The changes at scans of a model, oldest first. */
export const changesInView = (
  { scans }: TimelineModel,
  changedScans: MeasurementChanges,
): ChangedColumn[] =>
  (changedScans ?? []).flatMap(({ scan, changes }) => {
    const column = scans.findIndex((each) => isSame(each, scan));
    return column < 0 ? [] : [{ column, what: changes }];
  });

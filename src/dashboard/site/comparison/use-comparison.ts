import { useMemo } from 'react';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import {
  type ComparedReport,
  compareReport,
  withMeasurementChanges,
} from '../../../figures/comparison/compare-report.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';

/** Applies `compareReport` and `withMeasurementChanges` to a report, memoised. */
export function useComparison(
  report: ReportColumns | null,
  compared: ComparedPeriods,
  changes: MeasurementChanges,
): ComparedReport {
  const { inView, comparison } = useMemo(
    () => (report ? compareReport(report, compared) : { inView: null, comparison: null }),
    [report, compared],
  );
  return useMemo(
    () => ({ inView, comparison: comparison && withMeasurementChanges(comparison, changes) }),
    [inView, comparison, changes],
  );
}

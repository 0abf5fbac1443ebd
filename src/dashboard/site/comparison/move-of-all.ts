import type { ReportColumns } from '../../api/columns.ts';
import { findBrandSeries } from '../../api/tracked-brand.ts';
import type { SeriesMove } from './moves.ts';
import type { MeasurementChanges } from './shown-verdict.ts';
import { compareReport, type PeriodComparison, withMeasurementChanges } from './use-comparison.ts';

/**
 * The move of a report's brand over all platforms, regions or prompts together.
 * @param byBrand the report by brand for the same question
 * @returns null if the report is by brand or has no brand, or if `byBrand` has nothing to compare for that brand
 *   or does not say which series is its
 */
export function moveOfAll(
  byBrand: ReportColumns,
  { fullReport, compared }: Pick<PeriodComparison, 'fullReport' | 'compared'>,
  changes: MeasurementChanges,
): SeriesMove | null {
  const { brand, groupBy } = fullReport;
  if (brand === null || groupBy === 'brand') return null;
  const brandSeries = findBrandSeries(byBrand, brand);
  const { comparison } = compareReport(byBrand, compared, fullReport);
  return (
    (brandSeries &&
      comparison &&
      withMeasurementChanges(comparison, changes).moves.get(brandSeries.id)) ??
    null
  );
}

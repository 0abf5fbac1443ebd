import type { ReportColumns } from '../series/columns.ts';
import { findBrandSeries } from '../series/tracked-brand.ts';
import { compareReport, type PeriodComparison, withMeasurementChanges } from './compare-report.ts';
import { type SeriesMove, withVerdicts } from './moves.ts';
import type { MeasurementChanges, ShownVerdict } from './shown-verdict.ts';

/**
 * The move of a report's brand over all platforms, regions or prompts together.
 * @param byBrand the report by brand for the same request
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

/** Whether two moves show the same figures. */
export const hasSameFigures = (
  a: Pick<SeriesMove, 'now' | 'before'>,
  b: Pick<SeriesMove, 'now' | 'before'>,
): boolean => a.now === b.now && a.before === b.before;

/** The only move of a report by platform, region or prompt; null if the report has more, or is by brand. */
export function loneMoveOf({
  fullReport: { brand, groupBy },
  moves,
}: Pick<PeriodComparison, 'fullReport' | 'moves'>): SeriesMove | null {
  const isLone = groupBy !== 'brand' && brand !== null && moves.size === 1;
  return (isLone && moves.values().next().value) || null;
}

/** Whether a report has only one platform, region or prompt to compare, which is all there is of the brand. */
export function repeatsMoveOfAll(comparison: PeriodComparison, moveOfAll: SeriesMove): boolean {
  const lone = loneMoveOf(comparison);
  return lone !== null && hasSameFigures(lone, moveOfAll);
}

/** Gives the only platform, region or prompt of a report the brand's verdict, since it has the brand's figures. */
export function withVerdictOfAll(
  comparison: PeriodComparison,
  moveOfAll: SeriesMove | null,
): PeriodComparison {
  if (moveOfAll === null || !repeatsMoveOfAll(comparison, moveOfAll)) return comparison;
  return withOneVerdict(comparison, moveOfAll.verdict);
}

/** Replaces the verdict of every move of a comparison. */
export const withOneVerdict = (
  comparison: PeriodComparison,
  verdict: ShownVerdict,
): PeriodComparison => ({
  ...comparison,
  moves: withVerdicts(comparison.unadjustedMoves, () => verdict),
});

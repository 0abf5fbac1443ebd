import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { isTrackedFigure, markTrackedBrand } from '../../api/tracked-brand.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import { everyGrouping, type Grouping } from '../question/grouping.ts';
import { nameInSentence } from '../report/names.ts';
import { findLargestMoves, type LargestMoves } from './find-largest-moves.ts';
import { moveOfAll, repeatsMoveOfAll } from './move-of-all.ts';
import { noSeriesMovedText, nothingMovedText } from './moved-words.ts';
import { isVerdict, type MeasurementChanges } from './shown-verdict.ts';
import { compareReport, withMeasurementChanges } from './use-comparison.ts';

/** A real move of one series, or of one cell of the matrix. */
export interface RealMove {
  /** Null for a cell, which is one platform in one region. */
  groupBy: Grouping | null;
  /** The name of the series: a brand, a platform, a region or a prompt; for a cell, "ChatGPT in Germany". */
  label: string;
  /** The name of the brand that moved. */
  brand: string;
  /** Whether it is a move of the tracked brand. */
  isTracked: boolean;
  change: number;
}

/**
 * "Fernway", "On ChatGPT, Fernway", "In France, Fernway", "ChatGPT in France, Fernway" or "“Which shoes last?”, Fernway".
 * The brand comes last, since it is the same in most moves, and lists cut off the end.
 */
export function subjectOf({ groupBy, label, brand }: RealMove): string {
  if (groupBy === null) return `${label}, ${brand}`;
  return {
    brand,
    platform: `On ${label}, ${brand}`,
    region: `In ${label}, ${brand}`,
    prompt: `${nameInSentence(groupBy, label)}, ${brand}`,
  }[groupBy];
}

/** A move that has a verdict, real or not. */
export interface MoveCandidate extends Omit<RealMove, 'change' | 'isTracked'> {
  verdict: Verdict;
}

/**
 * Finds the largest real moves of the brands in view, across the reports of a question under several groupings and the
 * cells of its matrix, each with the verdict that it has where it is shown. Leaves out series whose periods were
 * measured differently, and a platform, region or prompt that is all there is of its brand.
 * @param reference the report that the page shows, whose scans decide where all reports are cut into halves
 * @param cellMoves the moves of cells, with the verdicts of the matrix page; null if they are not compared
 */
export function findRealMoves(
  reports: Partial<Record<Grouping, ReportColumns | undefined>>,
  compared: ComparedPeriods,
  reference: ReportColumns,
  changes: MeasurementChanges,
  cellMoves: readonly MoveCandidate[] | null,
): LargestMoves<RealMove> {
  const byBrand = reports.brand;
  // Filters may choose other brands, which only a report by brand shows.
  const isBrandInView = reference.groupBy !== 'brand' || reference.trackedId !== null;
  const candidates = everyGrouping.flatMap((groupBy) => {
    const report = reports[groupBy];
    const comparison = report && compareReport(report, compared, reference).comparison;
    if (!report || !comparison || (groupBy !== 'brand' && !isBrandInView)) return [];
    const shown = withMeasurementChanges(comparison, changes);
    const ofAll = byBrand ? moveOfAll(byBrand, shown, changes) : null;
    if (ofAll && repeatsMoveOfAll(shown, ofAll)) return [];
    const markedReport = markTrackedBrand(report, byBrand);
    const brandName = report.brand?.name || report.brand?.id || '';
    return report.series.flatMap(({ id, label }) => {
      const verdict = shown.moves.get(id)?.verdict;
      const brand = groupBy === 'brand' ? label : brandName;
      const isTracked = isTrackedFigure(markedReport, id);
      return verdict && isVerdict(verdict) ? [{ groupBy, label, brand, isTracked, verdict }] : [];
    });
  });
  const { platform } = reports;
  const areCellsTracked =
    platform !== undefined && markTrackedBrand(platform, byBrand).isOfTrackedBrand;
  const cells = ((isBrandInView && cellMoves) || []).map((cell) => ({
    ...cell,
    isTracked: areCellsTracked,
  }));
  return findLargestMoves(
    [...candidates, ...cells],
    cellMoves === null ? noSeriesMovedText : nothingMovedText,
  );
}

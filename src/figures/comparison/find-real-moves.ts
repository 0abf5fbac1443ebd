import type { ComparedPeriods } from '../../contract/dates/periods.ts';
import type { ReportColumns } from '../series/columns.ts';
import { everyGrouping, type Grouping } from '../series/grouping.ts';
import { nameInSentence } from '../series/names.ts';
import { findBrandSeries, isTrackedFigure, markTrackedBrand } from '../series/tracked-brand.ts';
import { isolate } from '../text/isolate.ts';
import type { Comparison } from '../verdicts/verdicts.ts';
import { compareReport, withMeasurementChanges } from './compare-report.ts';
import { findLargestMoves, type LargestMoves, type Moved } from './find-largest-moves.ts';
import { hasSameFigures, moveOfAll, repeatsMoveOfAll } from './move-of-all.ts';
import { noChosenBrand, noSeries } from './moved-words.ts';
import type { KnownVerdict, MeasurementChanges } from './shown-verdict.ts';

/** A real move of one series, or of one cell of the matrix. */
export interface RealMove extends Moved {
  /** Null for a cell, which is one platform in one region. */
  groupBy: Grouping | null;
  /** The name of the series: a brand, a platform, a region or a prompt; for a cell, "ChatGPT in Germany". */
  label: string;
  /** The name of the brand that moved. */
  brand: string;
  /** Whether it is a move of the tracked brand. */
  isTracked: boolean;
  move: Comparison;
}

/**
 * "Fernway", "On ChatGPT, Fernway", "In France, Fernway", "ChatGPT in France, Fernway" or "“Which shoes last?”, Fernway".
 * The brand comes last, since it is the same in most moves, and lists cut off the end.
 */
export function subjectOf({ groupBy, label, brand: brandName }: RealMove): string {
  const [name, brand] = [nameInSentence(groupBy ?? '', label), isolate(brandName)];
  if (groupBy === null) return `${name}, ${brand}`;
  return {
    brand,
    platform: `On ${name}, ${brand}`,
    region: `In ${name}, ${brand}`,
    prompt: `${name}, ${brand}`,
  }[groupBy];
}

/** A move that may be real. */
export interface MoveCandidate extends Omit<RealMove, keyof Moved | 'isTracked'> {
  verdict: KnownVerdict;
}

/** What moves are looked for in, besides the reports. */
interface MovesContext {
  compared: ComparedPeriods;
  /** The report that the page shows, whose scans decide where all reports are cut into halves. */
  reference: ReportColumns;
  changes: MeasurementChanges;
  /** The moves of cells, with the verdicts of the matrix page; null if they are not compared. */
  cellMoves: readonly MoveCandidate[] | null;
  /** Whether filters choose brands. */
  areBrandsChosen: boolean;
  /** The move of a brand that is shown elsewhere, and left out. */
  shownElsewhere?: Comparison | null;
}

/** Leaves out real moves with the figures of an earlier one of another grouping, since both are of the same answers. */
function withoutRepeats<C extends Pick<MoveCandidate, 'groupBy' | 'brand' | 'move' | 'verdict'>>(
  candidates: readonly C[],
): C[] {
  const groupings = new Map<string, C['groupBy']>();
  return candidates.filter(({ groupBy, brand, verdict, move: { now, before, test } }) => {
    if (verdict.kind !== 'real') return true;
    const figures = [brand, now, before, test?.p].join(' ');
    const first = groupings.get(figures);
    if (first === undefined) groupings.set(figures, groupBy);
    return first === undefined || first === groupBy;
  });
}

/**
 * Finds the largest real moves of the brands in view, across the reports of a request under several groupings and the
 * cells of its matrix, each with the verdict that it has where it is shown. Leaves out a platform, region or prompt that
 * is all there is of its brand.
 */
export function findRealMoves(
  reports: Partial<Record<Grouping, ReportColumns | undefined>>,
  { compared, reference, changes, cellMoves, areBrandsChosen, shownElsewhere = null }: MovesContext,
): LargestMoves<RealMove> {
  const byBrand = reports.brand;
  const isByBrand = reference.groupBy === 'brand';
  // Filters may choose other brands, which only a report by brand shows.
  const isBrandInView = !isByBrand || reference.trackedId !== null || !areBrandsChosen;
  // A page about another brand than the tracked one is about no third brand, nor is one whose filters choose brands.
  const isOfOther = byBrand && !markTrackedBrand(reference, byBrand).isOfTrackedBrand;
  const onlyBrand =
    byBrand && !isByBrand && (isOfOther || areBrandsChosen)
      ? findBrandSeries(byBrand, reference.brand)
      : undefined;
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
      if (groupBy === 'brand' && onlyBrand !== undefined && id !== onlyBrand?.id) return [];
      const move = shown.moves.get(id);
      const brand = groupBy === 'brand' ? label : brandName;
      const isTracked = isTrackedFigure(markedReport, id);
      return move && move.verdict.kind !== 'pending'
        ? [{ groupBy, label, brand, isTracked, move, verdict: move.verdict }]
        : [];
    });
  });
  const { platform } = reports;
  const areCellsTracked =
    platform !== undefined && markTrackedBrand(platform, byBrand).isOfTrackedBrand;
  const cells = ((isBrandInView && cellMoves) || []).map((cell) => ({
    ...cell,
    isTracked: areCellsTracked,
  }));
  const nothing = isBrandInView ? (cellMoves === null ? noSeries : undefined) : noChosenBrand;
  const others = withoutRepeats([...candidates, ...cells]).filter(
    ({ groupBy, move }) =>
      !(shownElsewhere && groupBy === 'brand' && hasSameFigures(move, shownElsewhere)),
  );
  return findLargestMoves(others, nothing);
}

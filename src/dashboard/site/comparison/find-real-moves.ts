import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { isTrackedFigure, markTrackedBrand } from '../../api/tracked-brand.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import { everyGrouping, type Grouping } from '../question/grouping.ts';
import { nameInSentence } from '../report/names.ts';
import { findLargestMoves, type LargestMoves } from './find-largest-moves.ts';
import type { SeriesMove } from './moves.ts';
import { isVerdict, type MeasurementChanges } from './shown-verdict.ts';
import { compareReport, withMeasurementChanges } from './use-comparison.ts';

/** A real move of one series, or of one cell of the matrix. */
export interface RealMove {
  /** Null for a cell, which is one platform in one region. */
  groupBy: Grouping | null;
  /** The name of the series: a brand, a platform, a region or a prompt; for a cell, "ChatGPT in Germany". */
  label: string;
  /** Whether it is a move of the tracked brand. */
  isTracked: boolean;
  change: number;
}

/** "Fernway" or "ChatGPT in Germany"; in a report about one brand, "On ChatGPT", "In France" or “Which shoes last?”. */
export function subjectOf({ groupBy, label }: RealMove): string {
  if (groupBy === null) return label;
  return {
    brand: label,
    platform: `On ${label}`,
    region: `In ${label}`,
    prompt: nameInSentence(groupBy, label),
  }[groupBy];
}

/** A move that has a verdict, real or not. */
export interface MoveCandidate extends Omit<RealMove, 'change' | 'isTracked'> {
  move: SeriesMove;
  verdict: Verdict;
}

/**
 * Finds the largest real moves across the reports of a question under several groupings, and across the cells of its
 * matrix. Each move is real both by its own verdict and when all are judged together. Leaves out series whose
 * periods were measured differently.
 * @param reference the report that the page shows, whose scans decide where all reports are cut into halves
 * @param cellMoves the moves of cells, judged as on the matrix page
 */
export function findRealMoves(
  reports: Partial<Record<Grouping, ReportColumns | undefined>>,
  compared: ComparedPeriods,
  reference: ReportColumns,
  changes: MeasurementChanges,
  cellMoves: readonly MoveCandidate[],
): LargestMoves<RealMove> {
  const candidates = everyGrouping.flatMap((groupBy) => {
    const report = reports[groupBy];
    const comparison = report && compareReport(report, compared, reference).comparison;
    if (!report || !comparison) return [];
    const { moves } = withMeasurementChanges(comparison, changes);
    const markedReport = markTrackedBrand(report, reports.brand);
    return report.series.flatMap(({ id, label }) => {
      const move = moves.get(id);
      const isTracked = isTrackedFigure(markedReport, id);
      return move && isVerdict(move.verdict)
        ? [{ groupBy, label, isTracked, move, verdict: move.verdict }]
        : [];
    });
  });
  const { platform } = reports;
  const areCellsTracked =
    platform !== undefined && markTrackedBrand(platform, reports.brand).isOfTrackedBrand;
  const cells = cellMoves.map((cell) => ({ ...cell, isTracked: areCellsTracked }));
  return findLargestMoves([...candidates, ...cells]);
}

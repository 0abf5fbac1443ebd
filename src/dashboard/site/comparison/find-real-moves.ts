import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import { everyGrouping, type Grouping } from '../question/grouping.ts';
import { nameInSentence } from '../report/names.ts';
import { findLargestMoves, type LargestMoves } from './find-largest-moves.ts';
import type { SeriesMove } from './moves.ts';
import { isVerdict, type MeasurementChanges } from './shown-verdict.ts';
import { compareReport, withChanges } from './use-comparison.ts';

/** A real move of one series. */
export interface RealMove {
  groupBy: Grouping;
  /** Name of the series: a brand, a platform, a region or a prompt. */
  label: string;
  change: number;
}

/** "Fernway"; in a report about one brand, "On ChatGPT", "In France" or “Which shoes last?”. */
export const subjectOf = ({ groupBy, label }: RealMove): string =>
  ({
    brand: label,
    platform: `On ${label}`,
    region: `In ${label}`,
    prompt: nameInSentence(groupBy, label),
  })[groupBy];

interface Candidate extends Omit<RealMove, 'change'> {
  move: SeriesMove;
  verdict: Verdict;
}

/**
 * The largest real moves across the reports of a question under several groupings. A move has to be real among the
 * series of its own report, and among those of all the reports. Series that were measured differently do not count.
 * @param reference the page's own report, whose scans decide where halves are cut
 */
export function findRealMoves(
  reports: Partial<Record<Grouping, ReportColumns | undefined>>,
  compared: ComparedPeriods,
  reference: ReportColumns,
  changes: MeasurementChanges = [],
): LargestMoves<RealMove> {
  const candidates = everyGrouping.flatMap((groupBy): Candidate[] => {
    const report = reports[groupBy];
    const comparison = report && compareReport(report, compared, reference).comparison;
    if (!report || !comparison) return [];
    const { moves } = withChanges(comparison, changes);
    return report.series.flatMap(({ id, label }) => {
      const move = moves.get(id);
      return move && isVerdict(move.verdict)
        ? [{ groupBy, label, move, verdict: move.verdict }]
        : [];
    });
  });
  return findLargestMoves(candidates);
}

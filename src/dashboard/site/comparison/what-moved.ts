import type { ReportColumns } from '../../api/columns.ts';
import { judge, type Verdict } from '../../verdicts/verdicts.ts';
import { everyGrouping, type Grouping } from '../question/grouping.ts';
import type { Compared } from '../question/periods.ts';
import type { SeriesMove } from './moves.ts';
import { isVerdict, type MeasurementChanges } from './shown-verdict.ts';
import { compareReport, withChanges } from './use-comparison.ts';

/** A real move of one series. */
export interface Moved {
  groupBy: Grouping;
  /** Name of the series: a brand, a platform, a region or a prompt. */
  label: string;
  change: number;
}

/** The most moves named. */
const mostMoved = 5;

interface Candidate extends Omit<Moved, 'change'> {
  move: SeriesMove;
  verdict: Verdict;
}

/** The largest real moves, and whether anything could be judged. */
export interface Found<M> {
  moved: readonly M[];
  isJudged: boolean;
}

/** The largest of some moves that are real by their own verdict and among all of them. */
export function largestReal<C extends { move: SeriesMove; verdict: Verdict }>(
  candidates: readonly C[],
): Found<C & { change: number }> {
  const overall = judge(candidates.map(({ move }) => move));
  const moved = candidates
    .flatMap((each, index) => {
      const { verdict } = each;
      return verdict.kind === 'real' && overall[index]?.kind === 'real'
        ? [{ ...each, change: verdict.change }]
        : [];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, mostMoved);
  return { moved, isJudged: candidates.length > 0 };
}

/**
 * The largest real moves across the reports of a question under several groupings. A move has to be
 * real among the series of its own report, and among those of all of them. Series that were
 * measured differently do not count.
 * @param reference the page's own report, whose scans decide where halves are cut
 */
export function whatMoved(
  reports: Partial<Record<Grouping, ReportColumns | undefined>>,
  compared: Compared,
  reference: ReportColumns,
  changes: MeasurementChanges = [],
): Found<Moved> {
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
  return largestReal(candidates);
}

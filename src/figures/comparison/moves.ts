import { isLowerBetter } from '../formats/values.ts';
import { isEvidence, type ReportColumns } from '../series/columns.ts';
import { type Comparison, compare, judge, type Verdict } from '../verdicts/verdicts.ts';
import type { ShownVerdict } from './shown-verdict.ts';
import type { Slices } from './slices.ts';

/** How one series compares over two periods. */
export interface SeriesMove<V = ShownVerdict> extends Comparison {
  verdict: V;
  /** The number of scans with evidence in the later period, over which `now` is the average. */
  scansNow: number;
  /** The rank by mean in the later period, 1 for the best. Equal means share a rank. Null without a mean. */
  rankNow: number | null;
  /** The same rank in the earlier period. */
  rankBefore: number | null;
}

/** The rank of each mean, 1 for the best; null for each null. */
function ranksOf(means: readonly (number | null)[], metric: string): (number | null)[] {
  const sign = isLowerBetter(metric) ? -1 : 1;
  const bestFirst = means.filter((mean) => mean !== null).sort((a, b) => sign * (b - a));
  return means.map((mean) => (mean === null ? null : bestFirst.indexOf(mean) + 1));
}

/**
 * Judges the comparisons of a report's series. The tracked brand is judged alone, so that its verdict does not depend on
 * how many other brands were found; all other series are judged together.
 */
function judgeSeries(
  { trackedId }: ReportColumns,
  compared: readonly { id: string; comparison: Comparison }[],
): Verdict[] {
  const isAlone = ({ id }: { id: string }) => id === trackedId;
  const judgeWhere = (alone: boolean) =>
    judge(compared.filter((entry) => isAlone(entry) === alone).map(({ comparison }) => comparison));
  const [aloneVerdicts, otherVerdicts] = [judgeWhere(true).values(), judgeWhere(false).values()];
  return compared.flatMap(
    (entry) => (isAlone(entry) ? aloneVerdicts : otherVerdicts).next().value ?? [],
  );
}

/**
 * Compares every series of a report over two periods, and judges them.
 * @returns moves by series ID; series without evidence in either period are left out
 */
export function movesOf({
  now,
  before,
  earlier,
}: Slices): ReadonlyMap<string, SeriesMove<Verdict>> {
  const compared = now.series.flatMap(({ id, values }, index) => {
    const valuesIn = ({ series }: Slices['now']) => series[index]?.values ?? [];
    const comparison = compare({
      now: values,
      before: valuesIn(before),
      earlier: earlier.map(valuesIn),
    });
    const { now: meanNow, before: meanBefore } = comparison;
    const scansNow = values.filter(isEvidence).length;
    return meanNow === null && meanBefore === null ? [] : [{ id, comparison, scansNow }];
  });
  const comparisons = compared.map(({ comparison }) => comparison);
  const verdicts = judgeSeries(now, compared);
  const ranksNow = ranksOf(
    comparisons.map((comparison) => comparison.now),
    now.metric,
  );
  const ranksBefore = ranksOf(
    comparisons.map((comparison) => comparison.before),
    now.metric,
  );
  return new Map(
    compared.flatMap(({ id, comparison, scansNow }, index) => {
      const verdict = verdicts[index];
      if (!verdict) return [];
      const [rankNow = null, rankBefore = null] = [ranksNow[index], ranksBefore[index]];
      return [[id, { ...comparison, scansNow, verdict, rankNow, rankBefore }]];
    }),
  );
}

/** Replaces the verdict of every move. */
export const withVerdicts = <V>(
  moves: ReadonlyMap<string, SeriesMove<Verdict>>,
  verdictOf: (id: string, move: SeriesMove<Verdict>) => V,
): ReadonlyMap<string, SeriesMove<V>> =>
  new Map([...moves].map(([id, move]) => [id, { ...move, verdict: verdictOf(id, move) }]));

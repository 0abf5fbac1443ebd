import type { PeriodComparison } from '../comparison/compare-report.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { periodNamesOf } from '../comparison/period-names.ts';
import { isVerdict, type ShownVerdict } from '../comparison/shown-verdict.ts';
import { countText, countWithNoun } from '../formats/counts.ts';
import { ordinal, shownDifference, unsignedChange } from '../formats/values.ts';
import { lowestName, nameInSentence } from '../series/names.ts';
import type { SeriesSummary } from '../series/series-summary.ts';
import { areLevel, seriesNoun, spreadOf } from '../series/spread.ts';
import { valueText, type Wording } from '../series/wording.ts';
import { isolate } from '../text/isolate.ts';

/** A figure of a strip: its value, its name, and a remark if there is one. */
export interface TextFigure {
  value: string;
  name: string;
  remark: string | null;
}

/** The move of a series, with its name. */
export interface NamedMove {
  label: string;
  move: SeriesMove;
}

/** The parameters of `namedMoves`. */
interface MoveSources {
  comparison: PeriodComparison;
  summaries: readonly SeriesSummary[];
  groupBy: string;
  /** The name of the report's brand; null if it has none. */
  brand: string | null;
  /** The move of all platforms, regions or prompts together; null in a report by brand, and while it is unknown. */
  overallMove: SeriesMove | null;
}

const namesOfAll = new Map([
  ['platform', 'all platforms'],
  ['region', 'all regions'],
  ['prompt', 'all prompts'],
]);

/** The name of all series of a grouping together, such as "all platforms"; undefined for brands. */
export const nameOfAll = (groupBy: string): string | undefined => namesOfAll.get(groupBy);

/** Whether a verdict comes from a statistical test, and so can be exploratory. */
export const isTested = (verdict: ShownVerdict): boolean =>
  isVerdict(verdict) && verdict.kind !== 'tooFew';

/**
 * The moves of a comparison's series, with their names. `lead` is the move that the figures are about: in a report by
 * brand, that of the tracked brand; in any other, that of all series together. Null while loading or if there is none.
 */
export function namedMoves({ comparison, summaries, groupBy, brand, overallMove }: MoveSources): {
  moves: readonly NamedMove[];
  lead: NamedMove | null;
} {
  const moves = summaries.flatMap(({ series, isTracked }) => {
    const move = comparison.moves.get(series.id);
    return move ? [{ label: nameInSentence(groupBy, series.label), move, isTracked }] : [];
  });
  const lead =
    groupBy === 'brand'
      ? (moves.find(({ isTracked }) => isTracked) ?? null)
      : overallMove && {
          label: `${isolate(brand ?? '')} · ${nameOfAll(groupBy) ?? ''}`,
          move: overallMove,
        };
  return { moves, lead };
}

/** The average of a series over the later period. */
export function leadFigure(
  { label, move }: NamedMove,
  comparison: PeriodComparison,
  wording: Wording,
): TextFigure {
  // Both halves are in view, so the name says which one is meant.
  const periodText =
    comparison.compared === 'halves'
      ? periodNamesOf(comparison, wording.locale).now
      : countWithNoun(move.scansNow, 'scan', 'scans', wording.locale);
  return {
    value: valueText(move.now, wording),
    name: `${label}, average of ${periodText}`,
    remark: null,
  };
}

/** The name of a change: "compared with 30.0% for 24 Sep – 23 Oct 2026", or "no evidence for 24 Sep – 23 Oct 2026". */
export function changeName(
  { move: { before } }: NamedMove,
  comparison: PeriodComparison,
  wording: Wording,
): string {
  const period = periodNamesOf(comparison, wording.locale).before;
  return before === null
    ? `no evidence for ${period}`
    : `compared with ${valueText(before, wording)} for ${period}`;
}

/**
 * Finds the best of the other series, and how far `lead` is ahead of it (negative if behind). Null if `lead` has no
 * value, or no other series has one.
 */
function findStrongestRival(
  lead: NamedMove,
  others: readonly NamedMove[],
  period: 'now' | 'before',
  wording: Wording,
) {
  const { isLowerBetter = false } = wording;
  const sign = isLowerBetter ? -1 : 1;
  const leadValue = lead.move[period];
  const rivals = others.flatMap(({ label, move }) => {
    const value = move[period];
    return value === null ? [] : [{ label, value }];
  });
  const strongest = rivals.toSorted((a, b) => sign * (b.value - a.value))[0];
  if (leadValue === null || !strongest) return null;
  const difference = shownDifference({ from: strongest.value, to: leadValue }, wording.decimals);
  // A difference in gap is one in visibility, since a gap is 100 minus the visibility.
  return {
    rival: `${strongest.label}${isLowerBetter ? ' in visibility' : ''}`,
    distance: sign * difference,
  };
}

const sideOf = ({ distance, rival }: { distance: number; rival: string }) =>
  `${distance === 0 ? 'level with' : distance < 0 ? 'behind' : 'ahead of'} ${rival}`;

/** The values that brands have in a period. */
const valuesIn = (moves: readonly NamedMove[], period: 'now' | 'before'): number[] =>
  moves.flatMap(({ move }) => move[period] ?? []);

/**
 * The rank of a brand, and its distance from the best of the other brands. If all brands are level, says only that.
 * @param areBrandsFiltered whether filters choose brands, so that not all brands are ranked
 */
export function brandFigures(
  lead: NamedMove,
  moves: readonly NamedMove[],
  areBrandsFiltered: boolean,
  wording: Wording,
): TextFigure[] {
  const { unit, locale, decimals } = wording;
  const { rankNow, rankBefore } = lead.move;
  const others = moves.filter(({ move }) => move !== lead.move);
  const otherCount = valuesIn(others, 'now').length;
  const isLevel = (period: 'now' | 'before') =>
    lead.move[period] !== null && areLevel(valuesIn([lead, ...others], period), wording);
  const wasLevel = isLevel('before');
  const rankBeforeText = wasLevel
    ? 'was level with all'
    : rankBefore === null
      ? null
      : `was ${ordinal(rankBefore, locale)}`;
  if (isLevel('now')) {
    const [only] = otherCount === 1 ? others.filter(({ move }) => move.now !== null) : [];
    const name = only
      ? `with ${only.label}`
      : `with ${otherCount === 2 ? 'both' : `all ${otherCount}`} other brands ${areBrandsFiltered ? 'chosen' : 'measured'}`;
    return [{ value: 'Level', name, remark: wasLevel ? null : rankBeforeText }];
  }
  const now = findStrongestRival(lead, others, 'now', wording);
  const before = findStrongestRival(lead, others, 'before', wording);
  const sizeText = (distance: number) => unsignedChange(Math.abs(distance), unit, locale, decimals);
  const rank = {
    value: rankNow === null ? '–' : `${ordinal(rankNow, locale)} of ${otherCount + 1}`,
    name: areBrandsFiltered ? 'brands chosen' : 'brands measured',
    remark: rankBeforeText,
  };
  if (!now) return [rank];
  const parts = before && [
    ...(before.distance === 0 ? [] : [sizeText(before.distance)]),
    ...(sideOf(before) === sideOf(now) ? [] : [sideOf(before)]),
  ];
  const remark = parts && parts.length > 0 ? `was ${parts.join(' ')}` : null;
  const figure =
    now.distance === 0
      ? { value: 'Level', name: `with ${now.rival}` }
      : { value: sizeText(now.distance), name: sideOf(now) };
  return [rank, { ...figure, remark }];
}

/**
 * The highest and lowest values, and the difference between them. If all are level, says only that.
 * @param hasOmittedSeries whether the service left out other series
 */
export function spreadFigures(
  moves: readonly NamedMove[],
  groupBy: string,
  hasOmittedSeries: boolean,
  wording: Wording,
): TextFigure[] {
  const values = moves.flatMap(({ label, move }) =>
    move.now === null ? [] : [{ label, value: move.now }],
  );
  const [first] = values;
  if (!first || values.length < 2) return [];
  const { unit, locale, decimals } = wording;
  const spread = spreadOf(values, wording);
  if (!spread) {
    const name = `${countText(values.length, locale)} ${seriesNoun(groupBy)}, all level`;
    return [{ value: valueText(first.value, wording), name, remark: null }];
  }
  const { highest, lowest } = spread;
  return [
    {
      value: valueText(highest.first.value, wording),
      name: `highest: ${highest.label}`,
      remark: null,
    },
    {
      value: valueText(lowest.first.value, wording),
      name: `${lowestName(hasOmittedSeries)}: ${lowest.label}`,
      remark: `${unsignedChange({ from: lowest.first.value, to: highest.first.value }, unit, locale, decimals)} below the highest`,
    },
  ];
}

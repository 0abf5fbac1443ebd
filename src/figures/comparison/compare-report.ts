import type { ComparedPeriods } from '../../contract/dates/periods.ts';
import type { ReportColumns } from '../series/columns.ts';
import { judge, type Verdict } from '../verdicts/verdicts.ts';
import { movesOf, type SeriesMove, withVerdicts } from './moves.ts';
import {
  applyEffect,
  type ChangesEffect,
  effectOfChanges,
  type MeasurementChanges,
  rulesOutVerdict,
} from './shown-verdict.ts';
import { type Slices, splitIntoHalves, splitIntoPeriods } from './slices.ts';

/** A report's comparison of two periods. */
export interface PeriodComparison {
  /** The whole report: the two compared periods, and any earlier ones that show the scatter. */
  fullReport: ReportColumns;
  compared: NonNullable<ComparedPeriods>;
  slices: Slices;
  /** The move of each series, by series ID. */
  moves: ReadonlyMap<string, SeriesMove>;
  /** The same moves, with verdicts that ignore changes in what was measured. */
  unadjustedMoves: ReadonlyMap<string, SeriesMove<Verdict>>;
  /** How many series have no evidence in either period, and are left out. */
  leftOutCount: number;
  /** Milliseconds from a day of the earlier period to the corresponding day in view; null for halves. */
  shift: number | null;
}

export interface ComparedReport {
  /** The part of the report in view, without the series that are left out; null without a report. */
  inView: ReportColumns | null;
  /** Null if no comparison is wanted or possible. */
  comparison: PeriodComparison | null;
}

const keepSeries = (report: ReportColumns, byId: ReadonlyMap<string, unknown>): ReportColumns => ({
  ...report,
  series: report.series.filter(({ id }) => byId.has(id)),
});

/**
 * Cuts a report to the days in view and compares its two periods: those days and the earlier ones, or the halves of its
 * scans.
 * @param reference the report that the page shows, whose scans decide where all reports are cut into halves
 */
export function compareReport(
  report: ReportColumns,
  compared: ComparedPeriods,
  reference: ReportColumns = report,
): ComparedReport {
  if (compared === null) return { inView: report, comparison: null };
  const slices =
    compared === 'halves' ? splitIntoHalves(report, reference) : splitIntoPeriods(report, compared);
  const shown = compared === 'halves' ? report : slices.now;
  if (slices.now.scans.length === 0 || slices.before.scans.length === 0) {
    return { inView: shown, comparison: null };
  }
  const moves = movesOf(slices);
  if (moves.size === 0) return { inView: shown, comparison: null };
  const leftOutCount = report.series.length - moves.size;
  const shift =
    compared === 'halves'
      ? null
      : Date.parse(compared.now.start) - Date.parse(compared.before.start);
  return {
    inView: leftOutCount > 0 ? keepSeries(shown, moves) : shown,
    comparison: {
      fullReport: report,
      compared,
      slices,
      moves,
      unadjustedMoves: moves,
      leftOutCount,
      shift,
    },
  };
}

/**
 * Judges series again, leaving out those whose verdict is ruled out by changes in what was measured: they do not count
 * among the series that are compared.
 */
function judgeOthers(
  moves: PeriodComparison['unadjustedMoves'],
  effectOf: (id: string) => ChangesEffect | null,
): PeriodComparison['unadjustedMoves'] {
  const others = [...moves].filter(([id]) => !rulesOutVerdict(effectOf(id)));
  if (others.length === moves.size) return moves;
  const verdicts = judge(others.map(([, move]) => move));
  const verdictById = new Map(others.map(([id], index) => [id, verdicts[index]]));
  return withVerdicts(moves, (id, { verdict }) => verdictById.get(id) ?? verdict);
}

/**
 * Replaces the verdicts of a comparison where its periods were measured differently, or while that is unknown.
 * @param subject whose figures are compared: a grouping, or `cell` for one platform in one region
 * @param platform the platform of cells; null for a grouping
 */
export function withMeasurementChanges(
  comparison: PeriodComparison,
  changes: MeasurementChanges,
  subject: string = comparison.fullReport.groupBy,
  platform: string | null = null,
): PeriodComparison {
  const { unadjustedMoves, slices, fullReport } = comparison;
  if (changes === null) {
    return { ...comparison, moves: withVerdicts(unadjustedMoves, () => ({ kind: 'pending' })) };
  }
  const findEffect = (onlyPlatform: string | null) =>
    effectOfChanges(slices, changes, { groupBy: subject, platform: onlyPlatform });
  const sharedEffect = findEffect(platform);
  const effects = new Map(
    fullReport.series.map(({ id, key }) => [
      id,
      subject === 'platform' ? findEffect(key) : sharedEffect,
    ]),
  );
  const effectOf = (id: string) => effects.get(id) ?? null;
  const judgedMoves = judgeOthers(unadjustedMoves, effectOf);
  return {
    ...comparison,
    moves: withVerdicts(judgedMoves, (id, { verdict }) => applyEffect(verdict, effectOf(id))),
  };
}

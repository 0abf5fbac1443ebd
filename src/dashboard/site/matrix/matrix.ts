import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import { isEvidence, type ReportColumns, type SeriesColumn } from '../../api/columns.ts';
import { distinguishLabels } from '../../api/name-regions.ts';
import { meanOf } from '../../verdicts/scatter.ts';
import { judge } from '../../verdicts/verdicts.ts';
import { findLargestMoves, type LargestMoves } from '../comparison/find-largest-moves.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import {
  isVerdict,
  type MeasurementChanges,
  type ShownVerdict,
} from '../comparison/shown-verdict.ts';
import { compareReport, withMeasurementChanges } from '../comparison/use-comparison.ts';
import { compareVersions, type VersionDifference } from '../comparison/versions.ts';
import { extremesOf } from '../report/extremes.ts';
import { sortPlatforms } from '../report/platforms.ts';
import { type JudgedMove, listJudgedMoves } from './judged-moves.ts';

/** A platform's report by region, or why there is none. */
export type RowReport = ReportColumns | 'loading' | 'failed';

export interface Cell {
  /** The mean of the later period, or of all scans in view if nothing is compared; null without evidence. */
  mean: number | null;
  /** The change from the earlier period; null unless both periods have a mean. */
  change: number | null;
  /**
   * Null if nothing is compared, and until it is known what was measured. Cells other than totals have no verdict until
   * every cell has arrived.
   */
  verdict: ShownVerdict | null;
  /** The values of the scans in view. */
  series: SeriesColumn;
  /** The times of those scans, in milliseconds since 1970. */
  instants: Float64Array;
}

export interface MatrixRow {
  key: string;
  label: string;
  /** The cells by region key. */
  cells: ReadonlyMap<string, Cell>;
  state: 'loading' | 'failed' | 'ready';
  total: Cell | null;
  /** How the website and the API of a platform differ; set only on its API row, if both are measured. */
  versionDifference: VersionDifference | null;
}

export interface Matrix {
  rows: readonly MatrixRow[];
  regions: readonly { key: string; label: string; total: Cell | null }[];
  /** `failed` if the report with the totals of regions could not be loaded. */
  totalsState: 'failed' | 'ready';
  isCompared: boolean;
  /**
   * The moves of cells and totals that have a verdict; null until every cell has arrived and it is known what was
   * measured.
   */
  judgedMoves: readonly JudgedMove[] | null;
  /** The largest real moves among `judgedMoves`, at most five; null while they are unknown. */
  largestMoves: LargestMoves<JudgedMove & { change: number }> | null;
  /** The lowest and the highest mean; null if there are none. */
  meanRange: readonly [number, number] | null;
  /** The lowest and the highest value of a scan in view; null if there are none. */
  valueRange: readonly [number, number] | null;
  /** The times of the first and the last scan in view, in milliseconds since 1970; 0 and 1 if there are none. */
  timeRange: readonly [number, number];
}

/** Where a mean lies between the lowest and the highest of the matrix, from 0 to 1; 0.5 if all are equal. */
export function scalePositionOf(mean: number, meanRange: Matrix['meanRange']): number {
  const [low, high] = meanRange ?? [mean, mean];
  return high > low ? (mean - low) / (high - low) : 0.5;
}

type UnjudgedCell = Omit<Cell, 'verdict'> & { move: SeriesMove | null };

/** How the series of every report of a matrix are compared. */
interface Basis {
  compared: ComparedPeriods;
  /** The report by platform, whose scans decide where every report is split into halves. */
  byPlatform: ReportColumns;
  changes: MeasurementChanges;
}

type SeriesFigures = ReadonlyMap<string, UnjudgedCell>;

interface CachedFigures extends Basis {
  figures: SeriesFigures;
}

function readFigures(
  report: ReportColumns,
  { compared, byPlatform, changes }: Basis,
  subject: string,
  platform: string | null,
): SeriesFigures {
  const { inView, comparison } = compareReport(report, compared, byPlatform);
  if (!inView) return new Map();
  const moves = comparison && withMeasurementChanges(comparison, changes, subject, platform).moves;
  const instants = Float64Array.from(inView.scans, ({ moment }) => moment);
  return new Map(
    inView.series.map((series) => {
      const move = moves?.get(series.id) ?? null;
      const values = Array.from(series.values).filter(isEvidence);
      const mean = comparison ? (move?.now ?? null) : values.length > 0 ? meanOf(values) : null;
      return [series.key, { mean, change: move?.change ?? null, move, series, instants }];
    }),
  );
}

/** Caches figures, since reports arrive one by one and each needs to be read only once. */
const figuresByReport = new WeakMap<ReportColumns, CachedFigures>();

/**
 * The figures of each series of a report, by series key.
 * @param subject what each series stands for: `platform` or `region` for totals, or `cell`
 * @param platform the platform of cells; null for totals
 */
function figuresOf(
  report: ReportColumns,
  basis: Basis,
  subject: string,
  platform: string | null = null,
): SeriesFigures {
  const { compared, byPlatform, changes } = basis;
  const cachedFigures = figuresByReport.get(report);
  const isCurrent =
    cachedFigures?.compared === compared &&
    cachedFigures.byPlatform === byPlatform &&
    cachedFigures.changes === changes;
  if (isCurrent) return cachedFigures.figures;
  const figures = readFigures(report, basis, subject, platform);
  figuresByReport.set(report, { compared, byPlatform, changes, figures });
  return figures;
}

const cellOf = ({ move, ...figures }: UnjudgedCell, verdict: ShownVerdict | null): Cell => ({
  ...figures,
  verdict,
});

/** A total as a cell, with the verdict from its own report. */
function totalOf(total: UnjudgedCell | undefined): Cell | null {
  if (!total) return null;
  const { verdict = null } = total.move ?? {};
  return cellOf(total, verdict?.kind === 'pending' ? null : verdict);
}

/**
 * The verdicts of cells other than totals, by move. Cells are judged together, except those whose measurement changed.
 * Null until every cell has arrived and it is known what was measured.
 */
function judgeCells(rows: readonly (SeriesFigures | 'loading' | 'failed')[]) {
  const moves: SeriesMove[] = [];
  for (const row of rows) {
    if (typeof row === 'string') return null;
    for (const { move } of row.values()) if (move) moves.push(move);
  }
  if (moves.some(({ verdict }) => verdict.kind === 'pending')) return null;
  const family = moves.filter(({ verdict }) => isVerdict(verdict));
  const verdicts = judge(family);
  const shownVerdicts = new Map(moves.map((move) => [move, move.verdict]));
  for (const [index, move] of family.entries())
    shownVerdicts.set(move, verdicts[index] ?? move.verdict);
  return shownVerdicts;
}

/** The reports that a matrix is made from. */
export interface MatrixReports {
  byPlatform: ReportColumns;
  /** Null if it could not be loaded. */
  byRegion: ReportColumns | null;
  /** Each platform's report by region, keyed by platform. */
  rows: ReadonlyMap<string, RowReport>;
  compared: ComparedPeriods;
  /** The scans at which the measurement changed, oldest first; null while they are unknown. */
  changes: MeasurementChanges;
}

/** Arranges the reports of a site as a matrix of platforms and regions. */
export function toMatrix(reports: MatrixReports): Matrix {
  const { byPlatform, byRegion, rows, compared, changes } = reports;
  const basis = { compared, byPlatform, changes };
  const platformTotals = figuresOf(byPlatform, basis, 'platform');
  const regionTotals = byRegion
    ? figuresOf(byRegion, basis, 'region')
    : new Map<string, UnjudgedCell>();
  const platforms = sortPlatforms(byPlatform.series);
  const figuresByRow = platforms.map(({ key }) => {
    const report = rows.get(key) ?? 'loading';
    return typeof report === 'string' ? report : figuresOf(report, basis, 'cell', key);
  });
  const verdicts = judgeCells(figuresByRow);
  const { inView, comparison } = compareReport(byPlatform, compared);
  const versions = compareVersions(inView ?? byPlatform, comparison);
  const matrixRows = platforms.map(({ key, label }, index): MatrixRow => {
    const figures = figuresByRow[index] ?? 'loading';
    const isReady = typeof figures !== 'string';
    const cells = [...(isReady ? figures : [])].map(
      ([region, cell]) =>
        [region, cellOf(cell, (cell.move && verdicts?.get(cell.move)) ?? null)] as const,
    );
    return {
      key,
      label,
      state: isReady ? 'ready' : figures,
      cells: new Map(cells),
      total: totalOf(platformTotals.get(key)),
      versionDifference: versions.get(key) ?? null,
    };
  });
  const regionsByKey = new Map<string, { key: string; label: string }>();
  const namedRegions = [byRegion, ...rows.values()].flatMap((report) =>
    report === null || typeof report === 'string' ? [] : report.series,
  );
  for (const { key, label } of namedRegions) {
    if (!regionsByKey.has(key)) regionsByKey.set(key, { key, label });
  }
  // The labels of each report are distinct, but those of different reports may be equal.
  const regions = distinguishLabels([...regionsByKey.values()], ({ key }) => key);
  const judgedMoves =
    verdicts &&
    listJudgedMoves({
      platforms,
      cellMoves: figuresByRow,
      regions: new Map(regions.map(({ key, label }) => [key, label])),
      platformTotals,
      regionTotals,
      verdicts,
    });
  const allFigures = [platformTotals, regionTotals, ...figuresByRow].flatMap((figures) =>
    typeof figures === 'string' ? [] : [...figures.values()],
  );
  return {
    rows: matrixRows,
    regions: regions.map(({ key, label }) => ({
      key,
      label,
      total: totalOf(regionTotals.get(key)),
    })),
    totalsState: byRegion ? 'ready' : 'failed',
    isCompared: comparison !== null,
    judgedMoves,
    largestMoves: judgedMoves && findLargestMoves(judgedMoves),
    meanRange: extremesOf([allFigures.map(({ mean }) => mean ?? Number.NaN)]),
    valueRange: extremesOf(allFigures.map(({ series }) => series.values)),
    timeRange: extremesOf(allFigures.map(({ instants }) => instants)) ?? [0, 1],
  };
}

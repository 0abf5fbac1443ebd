import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import {
  compareReport,
  withMeasurementChanges,
} from '../../../figures/comparison/compare-report.ts';
import {
  findLargestMoves,
  type LargestMoves,
  type Moved,
} from '../../../figures/comparison/find-largest-moves.ts';
import {
  hasSameFigures,
  moveOfAll,
  withVerdictOfAll,
} from '../../../figures/comparison/move-of-all.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import {
  isVerdict,
  type MeasurementChanges,
  type ShownVerdict,
} from '../../../figures/comparison/shown-verdict.ts';
import { compareVersions, type VersionDifference } from '../../../figures/comparison/versions.ts';
import {
  isEvidence,
  type ReportColumns,
  type SeriesColumn,
} from '../../../figures/series/columns.ts';
import { extremesOf } from '../../../figures/series/extremes.ts';
import { distinguishLabels } from '../../../figures/series/name-regions.ts';
import { sortPlatforms } from '../../../figures/series/platforms.ts';
import { findBrandSeries } from '../../../figures/series/tracked-brand.ts';
import { meanOf } from '../../../figures/verdicts/scatter.ts';
import { judge } from '../../../figures/verdicts/verdicts.ts';
import { type ShadeScale, shadeScaleOf } from '../series/shade.ts';
import { type JudgedMove, listJudgedMoves } from './judged-moves.ts';

/** A platform's report by region, or why there is none. */
export type RowReport = ReportColumns | 'loading' | 'failed';

export interface Cell {
  /** The mean of the later period, or of all scans in view if nothing is compared; null without evidence. */
  mean: number | null;
  /** The mean of the earlier period; null without evidence, and if nothing is compared. */
  before: number | null;
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

/** The figures of a matrix. Its colours show means. */
export interface Matrix extends ShadeScale {
  rows: readonly MatrixRow[];
  regions: readonly { key: string; label: string; total: Cell | null }[];
  /** `failed` if the report with the totals of regions could not be loaded. */
  totalsState: 'failed' | 'ready';
  /** All platforms and regions together; null until it has loaded, and if no report has it. */
  overall: Cell | null;
  overallState: MatrixRow['state'];
  isCompared: boolean;
  /** Whether the figures are the tracked brand's. */
  isOfTrackedBrand: boolean;
  /**
   * The moves of cells and totals that have a verdict; null until every cell has arrived and it is known what was
   * measured.
   */
  judgedMoves: readonly JudgedMove[] | null;
  /** The largest real moves among `judgedMoves`, at most five; null while they are unknown. */
  largestMoves: LargestMoves<JudgedMove & Moved> | null;
  /** The lowest and the highest value of a scan in view; null if there are none. */
  valueRange: readonly [number, number] | null;
  /** The times of the first and the last scan in view, in milliseconds since 1970; 0 and 1 if there are none. */
  timeRange: readonly [number, number];
}

type UnjudgedCell = Omit<Cell, 'verdict'> & { move: SeriesMove | null };

/** How the series of every report of a matrix are compared. */
interface Basis {
  compared: ComparedPeriods;
  /** The report by platform, whose scans decide where every report is split into halves. */
  byPlatform: ReportColumns;
  /** The report by brand, for the verdict of a platform or region that is all there is; null if it is unknown. */
  byBrand: ReportColumns | null;
  changes: MeasurementChanges;
}

type SeriesFigures = ReadonlyMap<string, UnjudgedCell>;

interface CachedFigures extends Basis {
  figures: SeriesFigures;
}

function readFigures(
  report: ReportColumns,
  { compared, byPlatform, byBrand, changes }: Basis,
  subject: string,
  platform: string | null,
): SeriesFigures {
  const { inView, comparison } = compareReport(report, compared, byPlatform);
  if (!inView) return new Map();
  const shown = comparison && withMeasurementChanges(comparison, changes, subject, platform);
  const ofAll = shown && byBrand && subject !== 'cell' ? moveOfAll(byBrand, shown, changes) : null;
  const moves = shown && withVerdictOfAll(shown, ofAll).moves;
  const instants = Float64Array.from(inView.scans, ({ moment }) => moment);
  return new Map(
    inView.series.map((series) => {
      const move = moves?.get(series.id) ?? null;
      const values = Array.from(series.values).filter(isEvidence);
      const mean = comparison ? (move?.now ?? null) : values.length > 0 ? meanOf(values) : null;
      return [series.key, { mean, before: move?.before ?? null, move, series, instants }];
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
  const { compared, byPlatform, byBrand, changes } = basis;
  const cachedFigures = figuresByReport.get(report);
  const isCurrent =
    cachedFigures?.compared === compared &&
    cachedFigures.byPlatform === byPlatform &&
    cachedFigures.byBrand === byBrand &&
    cachedFigures.changes === changes;
  if (isCurrent) return cachedFigures.figures;
  const figures = readFigures(report, basis, subject, platform);
  figuresByReport.set(report, { compared, byPlatform, byBrand, changes, figures });
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

/** A cell other than a total, with its move and the totals of its platform and its region. */
interface MovedCell {
  platform: string;
  region: string;
  move: SeriesMove;
  totals: readonly (SeriesMove | null | undefined)[];
}

/** The total that a cell repeats, since it is all there is of its platform or its region; undefined if there is none. */
function findRepeatedTotal(cell: MovedCell, cells: readonly MovedCell[]): SeriesMove | undefined {
  const [platformTotal, regionTotal] = cell.totals;
  const isLone = (axis: 'platform' | 'region') =>
    cells.every((other) => other === cell || other[axis] !== cell[axis]);
  const isRepeated = (total: SeriesMove | null | undefined) =>
    total != null && hasSameFigures(total, cell.move);
  if (isLone('platform') && isRepeated(platformTotal)) return platformTotal ?? undefined;
  return (isLone('region') && isRepeated(regionTotal) && regionTotal) || undefined;
}

/**
 * The verdicts of cells other than totals, by move, and the moves that repeat a total, which have its verdict. The
 * others are judged together, except those whose measurement changed. Null until every cell has arrived and it is known
 * what was measured.
 */
function judgeCells(
  platforms: readonly { key: string }[],
  rows: readonly (SeriesFigures | 'loading' | 'failed')[],
  platformTotals: SeriesFigures,
  regionTotals: SeriesFigures,
) {
  const cells: MovedCell[] = [];
  for (const [index, { key: platform }] of platforms.entries()) {
    const row = rows[index] ?? 'loading';
    if (typeof row === 'string') return null;
    for (const [region, { move }] of row) {
      const totals = [platformTotals.get(platform)?.move, regionTotals.get(region)?.move];
      if (move) cells.push({ platform, region, move, totals });
    }
  }
  if (cells.some(({ move }) => move.verdict.kind === 'pending')) return null;
  const verdicts = new Map<SeriesMove, ShownVerdict>();
  const repeats = new Set<SeriesMove>();
  for (const cell of cells) {
    const { move } = cell;
    const repeatedTotal = findRepeatedTotal(cell, cells);
    if (repeatedTotal) repeats.add(move);
    verdicts.set(move, (repeatedTotal ?? move).verdict);
  }
  const family = cells.flatMap(({ move }) =>
    isVerdict(move.verdict) && !repeats.has(move) ? [move] : [],
  );
  for (const [index, verdict] of judge(family).entries()) {
    const move = family[index];
    if (move) verdicts.set(move, verdict);
  }
  return { verdicts, repeats };
}

/** The reports that a matrix is made from. */
export interface MatrixReports {
  byPlatform: ReportColumns;
  /** Null if it could not be loaded. */
  byRegion: ReportColumns | null;
  /**
   * The report by brand, for the brand's figures over all platforms and regions, and the verdict of a platform or region
   * that is all there is; null if it is not needed or cannot be loaded.
   */
  byBrand: RowReport | null;
  /** Each platform's report by region, keyed by platform. */
  rows: ReadonlyMap<string, RowReport>;
  compared: ComparedPeriods;
  /** The scans at which the measurement changed, oldest first; null while they are unknown. */
  changes: MeasurementChanges;
}

/** A brand's figures over all platforms and regions, with the verdict of the timeline's headline. */
function overallOf(basis: Basis): Cell | null {
  const { byBrand, byPlatform } = basis;
  const series = byBrand && findBrandSeries(byBrand, byPlatform.brand);
  return series ? totalOf(figuresOf(byBrand, basis, 'brand').get(series.key)) : null;
}

/** Arranges the reports of a site as a matrix of platforms and regions. */
export function toMatrix(reports: MatrixReports): Matrix {
  const { byPlatform, byRegion, rows, compared, changes } = reports;
  const byBrand = typeof reports.byBrand === 'string' ? null : reports.byBrand;
  const basis = { compared, byPlatform, byBrand, changes };
  const platformTotals = figuresOf(byPlatform, basis, 'platform');
  const regionTotals = byRegion
    ? figuresOf(byRegion, basis, 'region')
    : new Map<string, UnjudgedCell>();
  const platforms = sortPlatforms(byPlatform.series);
  const figuresByRow = platforms.map(({ key }) => {
    const report = rows.get(key) ?? 'loading';
    return typeof report === 'string' ? report : figuresOf(report, basis, 'cell', key);
  });
  const judgedCells = judgeCells(platforms, figuresByRow, platformTotals, regionTotals);
  const { inView, comparison } = compareReport(byPlatform, compared);
  const versions = compareVersions(inView ?? byPlatform, comparison);
  const matrixRows = platforms.map(({ key, label }, index): MatrixRow => {
    const figures = figuresByRow[index] ?? 'loading';
    const isReady = typeof figures !== 'string';
    const cells = [...(isReady ? figures : [])].map(
      ([region, cell]) =>
        [
          region,
          cellOf(cell, (cell.move && judgedCells?.verdicts.get(cell.move)) ?? null),
        ] as const,
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
    judgedCells &&
    listJudgedMoves({
      platforms,
      cellMoves: figuresByRow,
      regions: new Map(regions.map(({ key, label }) => [key, label])),
      platformTotals,
      regionTotals,
      ...judgedCells,
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
    overall: overallOf(basis),
    overallState: typeof reports.byBrand === 'string' ? reports.byBrand : 'ready',
    isCompared: comparison !== null,
    isOfTrackedBrand: byPlatform.isOfTrackedBrand,
    judgedMoves,
    largestMoves: judgedMoves && findLargestMoves(judgedMoves),
    ...shadeScaleOf(
      byPlatform.metric,
      extremesOf([allFigures.map(({ mean }) => mean ?? Number.NaN)]),
    ),
    valueRange: extremesOf(allFigures.map(({ series }) => series.values)),
    timeRange: extremesOf(allFigures.map(({ instants }) => instants)) ?? [0, 1],
  };
}

import type { OverviewMeasurement, OverviewRow } from '../../../contract/sightline/resources.ts';
import type { findChangesInScans } from '../../../figures/comparison/changes-in-scans.ts';
import { compareRecent } from '../../../figures/comparison/compare-recent.ts';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import { createColumnBuilder } from '../../../figures/series/build-columns.ts';
import { pageSize } from '../../api/portfolio-queries.ts';
import { toTrend } from '../trend.ts';
import { type Candidate, isPreferred, maxSitesRead, toShownSite } from './choose-site.ts';
import type { ClientFigures, FailedScanCount, ShownSite } from './figures.ts';

interface OverviewCandidate extends Candidate {
  row: OverviewRow;
}

/** A site, with the report that its timeline would show for the tracked brand. */
function candidateOf(row: OverviewRow): OverviewCandidate {
  const { id, name, trackedBrand: brand, points } = row;
  const columns = createColumnBuilder();
  if (brand) columns.startSeries({ key: brand.id, label: brand.name, platform: null });
  columns.addPoints(points);
  const report = columns.finish({
    metric: 'visibility',
    groupBy: 'brand',
    brand,
    isOfTrackedBrand: true,
    filters: null,
  });
  return { row, site: { id, name }, report, trend: toTrend(report) };
}

type FindChanges = typeof findChangesInScans;

/**
 * Loads the code that finds changes, unless the scans of each site all measured the same things.
 * @returns null if it is not needed, or could not be loaded, as in an old tab after a deployment
 */
async function loadFindChanges(rows: readonly OverviewRow[]): Promise<FindChanges | null> {
  if (!rows.some(({ measured }) => measured && measured.length > 1)) return null;
  return import('../../../figures/comparison/changes-in-scans.ts').then(
    ({ findChangesInScans }) => findChangesInScans,
    () => null,
  );
}

/** The changes in what a site's scans measured, oldest first; empty if the service is too old to list measurements. */
function changesIn(
  { row: { points, measured }, report }: OverviewCandidate,
  findChanges: FindChanges,
): ChangedScan[] {
  const entries = new Map(measured?.map((entry) => [entry.scanId, entry]));
  const scans = new Map(report.scans.map((scan) => [scan.scanId, scan]));
  let entry: OverviewMeasurement | undefined;
  const measurements = points.flatMap(({ scanId }) => {
    entry = entries.get(scanId ?? '') ?? entry;
    const scan = scans.get(scanId?.toLowerCase() ?? null);
    return scan && entry ? [{ ...entry, scan }] : [];
  });
  return findChanges(measurements, null);
}

/** The site that a client's row shows. An overview lists only completed scans, so `newestStatus` is null. */
function shownSiteOf(
  candidate: OverviewCandidate,
  today: string,
  findChanges: FindChanges | null,
): ShownSite {
  const recent = compareRecent(candidate.report, today);
  const changes =
    findChanges && recent.comparison.change !== null ? changesIn(candidate, findChanges) : [];
  return toShownSite(candidate, null, recent, changes);
}

/** A client's figures from its rows in the overview, as `readFigures` returns them; null if the rows do not suffice. */
function figuresOf(
  rows: readonly OverviewRow[],
  today: string,
  findChanges: FindChanges | null,
): ClientFigures | null {
  const candidateRows = rows.slice(0, maxSitesRead);
  let best: OverviewCandidate | null = null;
  for (const candidate of candidateRows.map(candidateOf)) {
    if (best === null || isPreferred(candidate.trend, best.trend)) best = candidate;
  }
  // Without a tracked brand, the choice of site depends on scans of other brands, which an overview omits.
  if (best?.trend.values.length === 0 && candidateRows.some((row) => row.lastScan)) return null;
  return {
    sites: rows.slice(0, pageSize).map(({ id, name }) => ({ id, name })),
    hasMoreSites: rows.length > pageSize,
    shown: best && shownSiteOf(best, today, findChanges),
  };
}

/** What the dashboard reads from an overview. */
export interface OverviewFigures {
  /** By client ID. */
  clients: ReadonlyMap<string, ClientFigures>;
  /** By site ID; empty if the service is too old to count failed scans. */
  failedScans: ReadonlyMap<string, FailedScanCount>;
}

/**
 * The figures of clients by client ID, from the rows of an overview. Omits clients without sites, and those whose rows
 * do not suffice.
 * @param today the UTC day, YYYY-MM-DD
 */
function figuresOfClients(
  rows: readonly OverviewRow[],
  today: string,
  findChanges: FindChanges | null,
): ReadonlyMap<string, ClientFigures> {
  const figuresById = new Map<string, ClientFigures>();
  for (const [clientId, clientRows] of Map.groupBy(rows, (row) => row.clientId)) {
    const figures = clientId === null ? null : figuresOf(clientRows, today, findChanges);
    if (clientId !== null && figures !== null) figuresById.set(clientId, figures);
  }
  return figuresById;
}

const failedScansOf = (rows: readonly OverviewRow[]): ReadonlyMap<string, FailedScanCount> =>
  new Map(
    rows.flatMap(({ id, failedScans: count, lastScan }) =>
      count === null
        ? []
        : [[id, { count, isMinimum: false, since: lastScan ? 'completed' : 'none completed' }]],
    ),
  );

/**
 * Everything that the dashboard reads from the rows of an overview.
 * @param today the UTC day, YYYY-MM-DD
 */
export const toOverviewFigures = async (
  rows: readonly OverviewRow[],
  today: string,
): Promise<OverviewFigures> => ({
  clients: figuresOfClients(rows, today, await loadFindChanges(rows)),
  failedScans: failedScansOf(rows),
});

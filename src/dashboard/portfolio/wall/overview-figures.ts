import type { OverviewRow } from '../../../contract/sightline/resources.ts';
import { createColumnBuilder } from '../../api/build-columns.ts';
import { pageSize } from '../../api/portfolio-queries.ts';
import { toTrend } from '../trend.ts';
import { type Candidate, isPreferred, maxSitesRead, toShownSite } from './choose-site.ts';
import type { ClientFigures, FailedScans } from './figures.ts';

/** A site with what its timeline would show for the tracked brand. */
function candidateOf({ id, name, trackedBrand: brand, points }: OverviewRow): Candidate {
  const columns = createColumnBuilder();
  if (brand) columns.startSeries({ key: brand.id, label: brand.name, platform: null });
  columns.addPoints(points);
  const head = { metric: 'visibility', groupBy: 'brand', brand, filters: null };
  const report = columns.finish(head);
  return { site: { id, name }, report, trend: toTrend(report) };
}

/**
 * A client's figures from its rows, as `readFigures` returns them; null if the rows are not enough.
 */
function figuresOf(rows: readonly OverviewRow[], today: string): ClientFigures | null {
  const candidateRows = rows.slice(0, maxSitesRead);
  let best: Candidate | null = null;
  for (const candidate of candidateRows.map(candidateOf)) {
    if (best === null || isPreferred(candidate.trend, best.trend)) best = candidate;
  }
  // Without a tracked brand, sites are chosen by other brands’ scans, which an overview omits.
  if (best?.trend.values.length === 0 && candidateRows.some((row) => row.lastScan)) return null;
  return {
    sites: rows.slice(0, pageSize).map(({ id, name }) => ({ id, name })),
    hasMoreSites: rows.length > pageSize,
    // An overview lists only completed scans.
    shown: best && toShownSite(best, null, today),
  };
}

/** What the dashboard reads from an overview. */
export interface OverviewFigures {
  /** By client ID. */
  clients: ReadonlyMap<string, ClientFigures>;
  /** By site ID. Sites of an older service, which does not count failed scans, are missing. */
  failedScans: ReadonlyMap<string, FailedScans>;
}

/**
 * The figures of clients by client ID, from the rows of an overview. Leaves out clients without
 * sites, and those whose rows are not enough.
 * @param today the UTC day, YYYY-MM-DD
 */
function figuresOfClients(
  rows: readonly OverviewRow[],
  today: string,
): ReadonlyMap<string, ClientFigures> {
  const figuresById = new Map<string, ClientFigures>();
  for (const [clientId, clientRows] of Map.groupBy(rows, (row) => row.clientId)) {
    const figures = clientId === null ? null : figuresOf(clientRows, today);
    if (clientId !== null && figures !== null) figuresById.set(clientId, figures);
  }
  return figuresById;
}

const failedScansOf = (rows: readonly OverviewRow[]): ReadonlyMap<string, FailedScans> =>
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
export const toOverviewFigures = (
  rows: readonly OverviewRow[],
  today: string,
): OverviewFigures => ({
  clients: figuresOfClients(rows, today),
  failedScans: failedScansOf(rows),
});

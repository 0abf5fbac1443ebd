import type { OverviewRow } from '../../../contract/sightline/resources.ts';
import { createColumns } from '../../api/build-columns.ts';
import { pageSize } from '../../api/portfolio-queries.ts';
import { utcDay } from '../../time/zone.ts';
import { toTrend } from '../trend.ts';
import { type Candidate, isBetter, mostSitesRead, shownSite } from './choose-site.ts';
import type { ClientFigures } from './figures.ts';

/** A site with what its timeline would show of the tracked brand; null where the row does not say enough. */
function candidateOf(row: OverviewRow): Candidate | null {
  const { id, name, trackedBrand: brand, lastScan, points } = row;
  const columns = createColumns();
  if (brand) columns.startSeries({ key: brand.id, label: brand.name, platform: null });
  columns.addPoints(points);
  const head = { metric: 'visibility', groupBy: 'brand', brand, filters: null };
  const report = columns.finish(head);
  const trend = toTrend(report);
  if (trend.lastScan !== null || lastScan === null) return { site: { id, name }, report, trend };
  const finished = Date.parse(lastScan.completedAt ?? '');
  if (Number.isNaN(finished)) return null;
  const last = { finished, date: utcDay(finished) };
  return { site: { id, name }, report, trend: { ...trend, lastScan: last } };
}

/** A client's figures from its rows, as `readFigures` makes them; null where these do not say enough. */
function figuresOf(rows: readonly OverviewRow[], today: string): ClientFigures | null {
  let best: Candidate | null = null;
  for (const row of rows.slice(0, mostSitesRead)) {
    const candidate = candidateOf(row);
    if (candidate === null) return null;
    if (best === null || isBetter(candidate.trend, best.trend)) best = candidate;
  }
  return {
    sites: rows.slice(0, pageSize).map(({ id, name }) => ({ id, name })),
    hasMoreSites: rows.length > pageSize,
    // A scan of an overview is completed.
    shown: best && shownSite(best, null, today),
  };
}

/**
 * The figures of clients by their IDs, from the rows of an overview. Clients without sites are left out, and those
 * whose rows do not say enough.
 * @param today the UTC day, YYYY-MM-DD
 */
export function figuresOfClients(
  rows: readonly OverviewRow[],
  today: string,
): ReadonlyMap<string, ClientFigures> {
  const found = new Map<string, ClientFigures>();
  for (const [clientId, ofClient] of Map.groupBy(rows, (row) => row.clientId)) {
    const figures = clientId === null ? null : figuresOf(ofClient, today);
    if (clientId !== null && figures !== null) found.set(clientId, figures);
  }
  return found;
}

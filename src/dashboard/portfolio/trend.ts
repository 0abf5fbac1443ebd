import { queryOptions } from '@tanstack/react-query';
import { isEvidence, isPresent, type ReportColumns } from '../api/columns.ts';
import { createLimiter } from '../api/limiter.ts';
import { getTimeline } from '../api/reports.ts';

/** How many scans a sparkline shows. */
const scansShown = 30;

export interface Trend {
  /** The tracked brand's visibility at its last scans, oldest first; null is no evidence. */
  values: readonly (number | null)[];
  /**
   * The newest scan: when it finished, in milliseconds since 1970, or its UTC day where that is unknown, or
   * neither where the service says neither; null without scans.
   */
  lastScan: { finished: number | null; date: string | null } | null;
}

/** What a row of the site list shows of a site's visibility by brand. */
export function toTrend({ brand, scans, series, unplaced }: ReportColumns): Trend {
  const tracked =
    brand &&
    (series.find(({ key }) => key === brand.id) ?? series.find((it) => it.label === brand.name));
  const values = [...(tracked?.values ?? [])]
    .filter((_, scan) => tracked && isPresent(tracked, scan))
    .slice(-scansShown)
    .map((value) => (isEvidence(value) ? value : null));
  const newest = scans.at(-1);
  if (!newest) return { values, lastScan: unplaced > 0 ? { finished: null, date: null } : null };
  const { timed, moment, date } = newest;
  return { values, lastScan: { finished: timed ? moment : null, date } };
}

/** Reports are large and rows many: four are asked for at a time, the others wait their turn. */
const turns = createLimiter(4);

/** A site's trend. Given up, in line or under way, as soon as no row on screen wants it. */
export const trendQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['trend', siteId],
    queryFn: (context) =>
      turns(context.signal, async () => toTrend(await getTimeline(context, siteId, {}))),
    staleTime: 300_000,
  });

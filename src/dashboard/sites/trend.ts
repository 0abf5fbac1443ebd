import { queryOptions } from '@tanstack/react-query';
import type { Series, TimelineReport } from '../../contract/resources.ts';
import { createLimiter } from '../api/limiter.ts';
import { getTimeline } from '../api/reports.ts';

/** How many scans a sparkline shows. */
const scansShown = 30;

export interface Trend {
  /** The tracked brand's visibility at its last scans, oldest first; null is no evidence. */
  values: readonly (number | null)[];
  /** The newest scan: when it finished, or its UTC day where that is unknown; null without scans. */
  lastScan: { completedAt: string | null; date: string | null } | null;
}

interface Dated {
  date: string | null;
  completedAt: string | null;
}

/** Milliseconds; a scan of unknown time counts as noon of its UTC day. */
function instantOf({ completedAt, date }: Dated): number {
  const at = Date.parse(completedAt ?? `${date}T12:00:00Z`);
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
}

function trackedSeries({ series, brand }: TimelineReport): Series | undefined {
  if (brand === null) return undefined;
  return series.find(({ key }) => key === brand.id) ?? series.find((it) => it.label === brand.name);
}

/** What a row of the site list shows of a site's visibility by brand. */
export function toTrend(report: TimelineReport): Trend {
  const byTime = (a: Dated, b: Dated) => instantOf(a) - instantOf(b);
  const points = [...(trackedSeries(report)?.points ?? [])].sort(byTime).slice(-scansShown);
  let last: Dated | null = null;
  for (const series of report.series) {
    for (const point of series.points) {
      if (last === null || instantOf(point) > instantOf(last)) last = point;
    }
  }
  return {
    values: points.map((point) => point.value),
    lastScan: last && { completedAt: last.completedAt, date: last.date },
  };
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

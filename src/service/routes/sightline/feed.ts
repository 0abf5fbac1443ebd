import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import Papa from 'papaparse';
import * as v from 'valibot';
import { byteOrderMark, type Cell, formatCsvLines } from '../../../contract/csv-lines.ts';
import { utcDay } from '../../../contract/dates/days.ts';
import { daysInView } from '../../../contract/dates/days-in-view.ts';
import { matchesEtag } from '../../../contract/etag.ts';
import type { TimelineQuery } from '../../../contract/parameters.ts';
import { Series, TimelineReport } from '../../../contract/resources.ts';
import { shareFilterKeyOf } from '../../access/share-filter.ts';
import { feedParameters } from '../../access/share-records.ts';
import { charactersAtOnce, parseInStretches } from '../../json/parse-in-stretches.ts';
import { scanInStretches } from '../../json/scan-json.ts';
import { handleInStretches } from '../../limits/stretch.ts';
import { readCanonicalQuery } from '../../reports/canonical-query.ts';
import type { Instant } from '../../store/records.ts';
import { createNotFoundProblem, createTooManyReadsProblem } from '../problems.ts';
import { normaliseQuery } from '../report-question.ts';
import type { Route } from '../route.ts';
import { createSiteReport } from '../site-report.ts';
import { writeTimeline } from '../timeline.ts';

const maxReadsPerMinute = 60;
const windowMs = 60_000;
/** The maximum number of feeds whose reads are counted at the same time. */
const maxCountedFeeds = 10_000;

/** Creates a function that counts a read of a feed, and returns the seconds to wait: 0 if it is within the limit. */
function createReadCounter(): (feedId: string, now: Instant) => number {
  const windows = new LRUCache<string, { reads: number; endsAt: Instant }>({
    max: maxCountedFeeds,
  });
  return (feedId, now) => {
    const lastWindow = windows.get(feedId);
    const window =
      lastWindow && now < lastWindow.endsAt ? lastWindow : { reads: 0, endsAt: now + windowMs };
    window.reads += 1;
    windows.set(feedId, window);
    return window.reads > maxReadsPerMinute ? Math.ceil((window.endsAt - now) / 1000) : 0;
  };
}

const columns = [
  'utc_day',
  'completed_at',
  'metric',
  'group_by',
  'series',
  'series_key',
  'brand',
  'value',
  'scan_id',
];

/** A timeline whose series are decoded one by one. */
const Outline = v.object({ ...TimelineReport.entries, series: v.array(v.unknown()) });

/**
 * Writes the points of a timeline as CSV, one line per scan and series, oldest scan first. A missing value is an empty
 * cell. Lets other work run meanwhile.
 */
async function writeCsv(report: string): Promise<string> {
  const { longParts } = await scanInStretches(report, { longPart: charactersAtOnce });
  const outline = v.parse(Outline, await parseInStretches(report, longParts));
  const { metric, groupBy, brand } = outline;
  const series: Series[] = [];
  await handleInStretches(outline.series, (one) => series.push(v.parse(Series, one)));
  let text = byteOrderMark + formatCsvLines([columns], Papa.unparse);
  await handleInStretches(series[0]?.points ?? [], (_, scan) => {
    const rows = series.map(({ key, label, points }): Cell[] => {
      const point = points[scan];
      const brandName = groupBy === 'brand' ? (label ?? key) : (brand?.name ?? '');
      return [
        point?.date ?? '',
        point?.completedAt ?? '',
        metric ?? '',
        groupBy ?? '',
        label ?? key,
        key,
        brandName,
        point?.value ?? '',
        point?.scanId ?? '',
      ];
    });
    text += formatCsvLines(rows, Papa.unparse);
  });
  return text;
}

/** The timeline query of a feed on a UTC day. */
function queryOf(question: string, today: string): TimelineQuery {
  const { range, ...query } = readCanonicalQuery(
    feedParameters,
    new URLSearchParams(question),
  ).query;
  const { startDate, endDate } = query;
  return { ...query, ...daysInView({ range, startDate, endDate }, today) };
}

/** GET /sightline/v1/feeds/{token}.csv: the points of a timeline as CSV, for spreadsheets. */
export const feedRoute: Route = ({ store, clock, queues }) => {
  const countRead = createReadCounter();
  return async (context) => {
    const { keyId, tenant, share } = context.get('access');
    const { shareFilter } = tenant;
    if (!share || !shareFilter) return createNotFoundProblem('feed');
    const now = clock();
    const waitSeconds = countRead(keyId, now);
    if (waitSeconds > 0) return createTooManyReadsProblem(waitSeconds);

    const { siteId } = shareFilter;
    const query = queryOf(share.question, utcDay(now));
    const version = await store.dataVersion(siteId);
    const state = `${shareFilterKeyOf(shareFilter)} ${normaliseQuery(query)} ${version}`;
    const headers = { ETag: `"${hash('sha256', state, 'base64url')}"` };
    if (matchesEtag(context.req.header('If-None-Match'), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
    const { signal } = context.req.raw;
    const report = await queues.reports.run(keyId, signal, () =>
      createSiteReport(store, { tenant, siteId, query }, signal, writeTimeline),
    );
    if (!Buffer.isBuffer(report)) return report;
    return new Response(await writeCsv(report.toString()), {
      headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
    });
  };
};

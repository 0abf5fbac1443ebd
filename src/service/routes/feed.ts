import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import Papa from 'papaparse';
import * as v from 'valibot';
import { byteOrderMark, type Cell, formatCsvLines, newline } from '../../contract/csv-lines.ts';
import { noonOf, utcDay } from '../../contract/dates/days.ts';
import { daysInView } from '../../contract/dates/days-in-view.ts';
import { matchesEtag } from '../../contract/etag.ts';
import { readQuery, type TimelineQuery } from '../../contract/parameters.ts';
import { createPointsTable, parameterColumns } from '../../contract/points-table.ts';
import { type Point, Series, TimelineReport } from '../../contract/resources.ts';
import { feedTableParameters } from '../../contract/sightline/feed-parameters.ts';
import { shareFilterKeyOf } from '../access/share-filter.ts';
import { feedParameters } from '../access/share-records.ts';
import { charactersAtOnce, parseInStretches } from '../json/parse-in-stretches.ts';
import { scanInStretches } from '../json/scan-json.ts';
import { handleInStretches, Stretch } from '../limits/stretch.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import type { Instant } from '../store/records.ts';
import {
  createInvalidParametersProblem,
  createNotFoundProblem,
  createTooManyReadsProblem,
} from './problems.ts';
import { normaliseQuery } from './report-parameters.ts';
import { type Route, searchOf } from './route.ts';
import { createSiteReport } from './site-report.ts';
import { writeTimeline } from './timeline.ts';

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

/** The columns of addresses without a zone. */
const olderColumns = [
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

/** Reads a timeline. Lets other work run meanwhile. */
async function readTimeline(text: string) {
  const { longParts } = await scanInStretches(text, { longPart: charactersAtOnce });
  const outline = v.parse(Outline, await parseInStretches(text, longParts));
  const series: Series[] = [];
  await handleInStretches(outline.series, (one) => series.push(v.parse(Series, one)));
  return { ...outline, metric: outline.metric ?? '', groupBy: outline.groupBy ?? '', series };
}

type Timeline = Awaited<ReturnType<typeof readTimeline>>;

/** When a scan was completed, in milliseconds since 1970: noon of its UTC day if the time is unknown. */
const momentOf = ({ completedAt, date }: Point): number =>
  completedAt === null ? noonOf(date ?? '') : Date.parse(completedAt);

/** Rows that are written before other work gets a turn. */
const rowsAtOnce = 200;

/**
 * Writes the points of a timeline as the dashboard's download does. Lets other work run meanwhile.
 * @returns the text in parts, since long filters, which each row repeats, can make it very long
 */
async function* writePoints(
  report: Timeline,
  request: TimelineQuery,
  zone: string,
): AsyncGenerator<string> {
  const table = createPointsTable({
    ...report,
    parameters: parameterColumns({ report, request }),
    zone,
    seriesKeys: report.series.map(({ key }) => key),
  });
  const lineOf = (cells: Cell[]) => formatCsvLines([cells], Papa.unparse);
  const cellsOfScans = new Map<string, Cell[]>();
  const cellsOf = ({ completedAt, date, scanId }: Point): Cell[] => {
    const id = `${completedAt} ${date} ${scanId}`;
    const moment = completedAt === null ? null : Date.parse(completedAt);
    const cells =
      cellsOfScans.get(id) ?? table.scanCells({ completedAt: moment, date: date ?? '', scanId });
    cellsOfScans.set(id, cells);
    return cells;
  };
  const stretch = new Stretch();
  yield byteOrderMark + lineOf(table.columns);
  for (const [index, { key, label, points }] of report.series.entries()) {
    const start = lineOf(table.seriesCells({ key, label: label || key, number: index + 1 }));
    // Formatted once for all lines of a series, since filters can be long.
    const startOfLine = `${start.slice(0, -newline.length)},`;
    const sorted = points.toSorted((a, b) => momentOf(a) - momentOf(b));
    for (let from = 0; from < sorted.length; from += rowsAtOnce) {
      if (stretch.isOver) await stretch.pause();
      const rows = sorted.slice(from, from + rowsAtOnce);
      yield rows
        .map((point) => startOfLine + lineOf([...cellsOf(point), point.value ?? '']))
        .join('');
    }
  }
}

/** The parts of a text as the body of a response, each written once there is room for it. */
function toStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
}

/**
 * Writes the points of a timeline as addresses without a zone have them: one line per scan and series, oldest scan
 * first. A missing value is an empty cell. Lets other work run meanwhile.
 */
async function writeOlderTable(report: Timeline): Promise<string> {
  const { metric, groupBy, brand, series } = report;
  let text = byteOrderMark + formatCsvLines([olderColumns], Papa.unparse);
  await handleInStretches(series[0]?.points ?? [], (_, scan) => {
    const rows = series.map(({ key, label, points }): Cell[] => {
      const point = points[scan];
      const brandName = groupBy === 'brand' ? (label ?? key) : (brand?.name ?? '');
      return [
        point?.date ?? '',
        point?.completedAt ?? '',
        metric,
        groupBy,
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
function queryOf(text: string, today: string): TimelineQuery {
  const { range, ...query } = readCanonicalQuery(feedParameters, new URLSearchParams(text)).query;
  const { startDate, endDate } = query;
  return { ...query, ...daysInView({ range, startDate, endDate }, today) };
}

/** GET /sightline/v1/feeds/{token}.csv: the points of a timeline as CSV, for spreadsheets. */
export const feedRoute: Route = ({ store, clock, queues }) => {
  const countRead = createReadCounter();
  return async (context) => {
    const { keyId, tenant, share } = context.get('access');
    const { shareFilter } = tenant;
    if (!share || !shareFilter) throw createNotFoundProblem('feed');
    const now = clock();
    const waitSeconds = countRead(keyId, now);
    if (waitSeconds > 0) throw createTooManyReadsProblem(waitSeconds);

    const { query: address, faults } = readQuery(feedTableParameters, searchOf(context));
    if (faults.length > 0) throw createInvalidParametersProblem(faults);
    const { zone } = address;
    const { siteId } = shareFilter;
    const query = queryOf(share.question, utcDay(now));
    const version = await store.dataVersion(siteId);
    const state = `${shareFilterKeyOf(shareFilter)} ${normaliseQuery(query)} ${version}${zone === null ? '' : ` ${zone}`}`;
    const headers = { ETag: `"${hash('sha256', state, 'base64url')}"` };
    if (matchesEtag(context.req.header('If-None-Match'), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
    const { signal } = context.req.raw;
    const report = await queues.reports.run(keyId, signal, () =>
      createSiteReport(store, { tenant, siteId, query }, signal, writeTimeline),
    );
    const timeline = await readTimeline(report.toString());
    const body =
      zone === null
        ? await writeOlderTable(timeline)
        : toStream(writePoints(timeline, query, zone));
    return new Response(body, {
      headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
    });
  };
};

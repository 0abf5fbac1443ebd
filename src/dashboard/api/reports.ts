import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { pathTo } from '../../contract/endpoints.ts';
import { list } from '../../contract/fields.ts';
import {
  FilterOptions,
  Point,
  Prompt,
  reportEntries,
  Scan,
  seriesEntries,
  seriesOf,
} from '../../contract/resources.ts';
import { createColumns, type ReportColumns, sharing } from './columns.ts';
import { ApiError } from './errors.ts';
import { type Context, type ContextWithClient, get } from './get.ts';
import { createLimiter } from './limiter.ts';
import { createPace } from './pace.ts';
import { type TimelineQuestion, timelineCall } from './timeline-call.ts';

const largestTimeline = 200_000;
/** A column has a value for every scan of the report: as many values of eight bytes at most. */
const mostCells = 10_000_000;
/** Points that are checked before anything else may have a turn. */
const pointsAtOnce = 2_000;

/** A report whose points are not looked at yet. */
const ReportOutline = v.object({
  ...reportEntries,
  series: seriesOf(v.object({ ...seriesEntries, points: list(v.unknown()) })),
});
const Points = v.array(Point);

interface Reading {
  columns: ReturnType<typeof createColumns>;
  /** Of the series in the answer. */
  place: number;
  call: string;
  pace: () => Promise<void>;
}

/** Checks a series' points some at a time, since a large answer has enough of them to hold a page up. */
async function takePoints(given: readonly unknown[], { columns, place, call, pace }: Reading) {
  for (let from = 0; from < given.length; from += pointsAtOnce) {
    await pace();
    const decoded = decode(Points, given.slice(from, from + pointsAtOnce));
    if (!decoded.ok) {
      const path = decoded.path.replace(
        /^\$\[(\d+)\]/,
        (_, index) => `$.series[${place}].points[${from + Number(index)}]`,
      );
      throw new ApiError({
        ...{ kind: 'unreadable', call, status: 200 },
        reason: `${path}: ${decoded.reason}`,
      });
    }
    columns.take(decoded.value);
  }
}

/**
 * Asks for a site's timeline report, for use in a query function.
 * @returns the report in columns
 * @throws ApiError, `tooLarge` past 200,000 points, or where columns would hold mostly nothing.
 */
export async function getTimeline(
  context: Context,
  siteId: string,
  question: TimelineQuestion,
): Promise<ReportColumns> {
  const { path, search } = timelineCall(siteId, question);
  const call = `GET ${path}`;
  const outline = await get(context, ReportOutline, path, search);
  const points = outline.series.reduce((sum, series) => sum + series.points.length, 0);
  if (points > largestTimeline) {
    const reason = `${points} points, of which this page shows at most ${largestTimeline}`;
    throw new ApiError({ kind: 'tooLarge', call, reason });
  }
  const pace = createPace();
  const columns = createColumns();
  for (const [place, { points, ...named }] of outline.series.entries()) {
    columns.begin(named);
    await takePoints(points, { columns, place, call, pace });
    context.signal.throwIfAborted();
  }
  if (columns.cells() > mostCells) {
    const reason = `${outline.series.length} series that share too few scans`;
    throw new ApiError({ kind: 'tooLarge', call, reason });
  }
  await pace();
  // A service that does not say what it answers is taken to answer what was asked.
  const asked = (name: 'metric' | 'groupBy') => search.get(name);
  const { brand, filters } = outline;
  return columns.finish({
    ...{ brand, filters },
    metric: outline.metric ?? asked('metric') ?? 'visibility',
    groupBy: outline.groupBy ?? asked('groupBy') ?? 'brand',
  });
}

/** A site's timeline report. Every parameter of the interface may be given; none means its default. */
export function timelineQuery(siteId: string, question: TimelineQuestion) {
  const queryKey = ['timeline', siteId, timelineCall(siteId, question).search.toString()];
  return queryOptions({
    queryKey,
    queryFn: async (context: ContextWithClient) => {
      const report = await getTimeline(context, siteId, question);
      return sharing(context.client.getQueryData<ReportColumns>(queryKey), report);
    },
  });
}

/** What a site's reports can be filtered by; with a scan, only what that scan holds. */
export const filtersQuery = (siteId: string, scanId: string | null = null) =>
  queryOptions({
    queryKey: ['filters', siteId, scanId],
    queryFn: (context) => {
      const search = scanId === null ? undefined : new URLSearchParams({ scanId });
      return get(context, FilterOptions, pathTo('filters', { siteId }), search);
    },
  });

/** A link may name hundreds of prompts: four are asked for at a time. */
const promptTurns = createLimiter(4);

/** One prompt: its text, category and classifications. */
export const promptQuery = (siteId: string, promptId: string) =>
  queryOptions({
    queryKey: ['prompt', siteId, promptId],
    queryFn: (context) =>
      promptTurns(context.signal, () =>
        get(context, Prompt, pathTo('prompt', { siteId, promptId })),
      ),
    staleTime: 600_000,
  });

/** One scan: its status and times. */
export const scanQuery = (siteId: string, scanId: string) =>
  queryOptions({
    queryKey: ['scan', siteId, scanId],
    queryFn: (context) => get(context, Scan, pathTo('scan', { siteId, scanId })),
  });

import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { pathTo } from '../../contract/endpoints.ts';
import { list } from '../../contract/fields.ts';
import { type TimelineParameter, timelineParameters } from '../../contract/parameters.ts';
import {
  FilterOptions,
  Point,
  Prompt,
  Scan,
  Series,
  TimelineReport,
} from '../../contract/resources.ts';
import { ApiError } from './errors.ts';
import { type Context, get } from './get.ts';
import { createLimiter } from './limiter.ts';
import { createPace } from './pace.ts';

const largestTimeline = 200_000;
/** Points that are checked before anything else may have a turn. */
const pointsAtOnce = 2_000;

const SeriesOutline = v.object({ ...Series.entries, points: list(v.unknown()) });
/** A report whose points are not looked at yet. */
const ReportOutline = v.object({
  ...TimelineReport.entries,
  series: v.pipe(
    v.nullable(v.array(SeriesOutline), []),
    v.transform((series) => series ?? []),
  ),
});
const Points = v.array(Point);

/** Timeline parameters by name. Any text passes: a platform may be newer than this code. */
export type TimelineQuestion = Partial<
  Record<TimelineParameter, string | readonly string[] | null>
>;

/** A question in one form, so that the same one is cached once: the interface's defaults are left out. */
function timelineSearch(question: TimelineQuestion): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of Object.keys(timelineParameters)) {
    const given: Partial<Record<string, string | readonly string[] | null>> = question;
    const value = given[name] ?? [];
    for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
  }
  search.delete('metric', 'visibility');
  search.delete('groupBy', 'brand');
  return search;
}

interface Reading {
  /** Of the series in the answer. */
  place: number;
  call: string;
  pace: () => Promise<void>;
}

/** Checks a series' points some at a time, since a large answer has enough of them to hold a page up. */
async function readPoints(given: readonly unknown[], { place, call, pace }: Reading) {
  const points: Point[] = [];
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
    for (const point of decoded.value) points.push(point);
  }
  return points;
}

/**
 * Asks for a site's timeline report, for use in a query function.
 * @throws ApiError, `tooLarge` past 200,000 points.
 */
export async function getTimeline(
  context: Context,
  siteId: string,
  question: TimelineQuestion,
): Promise<TimelineReport> {
  const path = pathTo('timeline', { siteId });
  const search = timelineSearch(question);
  const call = `GET ${path}`;
  const outline = await get(context, ReportOutline, path, search);
  const points = outline.series.reduce((sum, series) => sum + series.points.length, 0);
  if (points > largestTimeline) {
    const reason = `${points} points, of which this page shows at most ${largestTimeline}`;
    throw new ApiError({ kind: 'tooLarge', call, reason });
  }
  const pace = createPace();
  const series: Series[] = [];
  for (const [place, each] of outline.series.entries()) {
    series.push({ ...each, points: await readPoints(each.points, { place, call, pace }) });
    context.signal.throwIfAborted();
  }
  // A service that does not say what it answers is taken to answer what was asked.
  const asked = (name: 'metric' | 'groupBy') => search.get(name);
  return {
    ...outline,
    series,
    metric: outline.metric ?? asked('metric') ?? 'visibility',
    groupBy: outline.groupBy ?? asked('groupBy') ?? 'brand',
  };
}

/** A site's timeline report. Every parameter of the interface may be given; none means its default. */
export const timelineQuery = (siteId: string, question: TimelineQuestion) =>
  queryOptions({
    queryKey: ['timeline', siteId, timelineSearch(question).toString()],
    queryFn: (context) => getTimeline(context, siteId, question),
  });

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

import { queryOptions } from '@tanstack/react-query';
import { pathTo } from '../../contract/endpoints.ts';
import { type TimelineParameter, timelineParameters } from '../../contract/parameters.ts';
import { FilterOptions, Prompt, Scan, TimelineReport } from '../../contract/resources.ts';
import { ApiError } from './errors.ts';
import { type Context, get } from './get.ts';
import { createLimiter } from './limiter.ts';

const largestTimeline = 200_000;

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
  const report = await get(context, TimelineReport, path, search);
  const points = report.series.reduce((sum, series) => sum + series.points.length, 0);
  if (points <= largestTimeline) {
    // A service that does not say what it answers is taken to answer what was asked.
    const asked = (name: 'metric' | 'groupBy') => search.get(name);
    return {
      ...report,
      metric: report.metric ?? asked('metric') ?? 'visibility',
      groupBy: report.groupBy ?? asked('groupBy') ?? 'brand',
    };
  }
  const reason = `${points} points, of which this page shows at most ${largestTimeline}`;
  throw new ApiError({ kind: 'tooLarge', call: `GET ${path}`, reason });
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

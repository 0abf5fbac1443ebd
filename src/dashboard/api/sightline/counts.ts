import { queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { countsPath } from '../../../contract/endpoints/reports.ts';
import { CountsReport } from '../../../contract/sightline/resources.ts';
import type { CountedScans, ScanCount } from '../../../figures/series/answer-counts.ts';
import { get, type RequestContext } from '../get.ts';
import { createLimiter } from '../limiter.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

/** How many answers name a brand, and in how many of them it is the first brand named. */
interface FirstMentions {
  /** At least 1. */
  answers: number;
  first: number;
}

/** How often brands are named first, by brand ID in lower case. Brands that no answer names are missing. */
export type NamedFirst = ReadonlyMap<string, FirstMentions>;

/** Adds up the answers of the scans. */
export const sumAnswers = (counts: readonly ScanCount[]): number =>
  counts.reduce((sum, { answers }) => sum + answers, 0);

/** The panel of a scan needs a count for every series; at most four are requested at a time. */
const limiter = createLimiter(4);

const isCount = (value: number | null): value is number =>
  value !== null && Number.isSafeInteger(value) && value >= 0;

/** A timeline's call without metric, grouping and brand, which do not select answers. */
const callOf = ({ siteId, request }: SiteRequest) =>
  timelineCall({ siteId, request: { ...request, metric: null, groupBy: null, brandId: null } });

/** The counts behind a timeline. */
export interface AnswerCountsReport extends CountedScans {
  /** Over all scans, without counts that are invalid; null if the service does not say. */
  namedFirst: NamedFirst | null;
}

const readNamedFirst = (entries: NonNullable<CountsReport['namedFirst']>): NamedFirst =>
  new Map(
    entries.flatMap(({ brandId, answers, first }) =>
      isCount(answers) && answers > 0 && isCount(first) && first <= answers
        ? [[brandId.toLowerCase(), { answers, first }] as const]
        : [],
    ),
  );

async function getCounts(context: RequestContext, about: SiteRequest): Promise<AnswerCountsReport> {
  const path = fillPath(countsPath, { siteId: about.siteId });
  const report = await get(context, CountsReport, path, callOf(about).search);
  return {
    scans: report.data.flatMap(({ scanId, answers, prompts }) =>
      isCount(answers) && isCount(prompts)
        ? [{ scanId: scanId.toLowerCase(), answers, prompts }]
        : [],
    ),
    prompts: isCount(report.prompts) ? report.prompts : null,
    namedFirst: report.namedFirst && readNamedFirst(report.namedFirst),
  };
}

/** The counts behind a timeline. Needs the capability `counts`. */
export const countsReportQuery = (about: SiteRequest) =>
  queryOptions({
    queryKey: ['counts', about.siteId, callOf(about).search.toString()],
    // A scan's panel needs the counts of every series.
    meta: { maxUnused: 100 },
    queryFn: (context: RequestContext) => limiter(context.signal, () => getCounts(context, about)),
  });

const scansOf = ({ scans }: AnswerCountsReport) => scans;

/** The same query; hooks that use it receive only the scans. */
export const countsQuery = (about: SiteRequest) => ({
  ...countsReportQuery(about),
  select: scansOf,
});

import { readQuery, type TimelineQuery, timelineParameters } from '../../../contract/parameters.ts';
import type { SourceDomain, SourcesReport } from '../../../contract/sightline/sources.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import { ownerOf } from '../../store/domain-owner.ts';
import type { Store, Tenant, TimelineScan } from '../../store/store.ts';
import { timestamp } from '../../timestamp.ts';
import { createCachedResponder } from '../cached-report.ts';
import { writeJsonList } from '../json-list.ts';
import {
  appliedFilters,
  dateOrderFaults,
  normaliseQuery,
  questionOf,
  toScope,
} from '../report-question.ts';
import { pathId, type Route, searchOf } from '../route.ts';

/** Creates a function that writes the points of a domain as JSON text. What all domains share is encoded once. */
function createPointWriter(scans: readonly TimelineScan[]): (answers: readonly number[]) => string {
  const starts = scans.map(({ id, date, completedAt }) => {
    const start = { scanId: id, date, completedAt: timestamp(completedAt) };
    return `${JSON.stringify(start).slice(0, -1)},"answers":`;
  });
  return (answers) => `[${starts.map((start, at) => `${start}${answers[at] ?? 0}}`).join(',')}]`;
}

/** The report as bytes of JSON, or an error response. */
async function createReport(
  store: Store,
  { tenant, siteId, query }: { tenant: Tenant; siteId: string; query: TimelineQuery },
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | Response> {
  const details = await store.site(tenant, siteId);
  if (!details) return notFound('site');
  const question = questionOf(query, details);
  if (question instanceof Response) return question;

  const counts = await store.sources(tenant, siteId, toScope(question), signal);
  const { answers, answersWithSources, citedNotNamed, found, domains } = counts;
  const write = createPointWriter(counts.scans);
  const makers = domains.map(({ perScan, ...cited }) => () => {
    const owner = ownerOf(cited.domain, details.brands);
    const head: Omit<SourceDomain, 'points'> = {
      domain: cited.domain,
      owner: owner && { id: owner.id, name: owner.name },
      answers: cited.answers,
      citations: cited.citations,
      namedTracked: cited.namedTracked,
    };
    return `${JSON.stringify(head).slice(0, -1)},"points":${write(perScan)}}`;
  });
  const head: Pick<SourcesReport, 'answers' | 'answersWithSources'> = {
    answers,
    answersWithSources,
  };
  const tail: Pick<SourcesReport, 'more' | 'citedNotNamed' | 'filters'> = {
    more: found - domains.length,
    citedNotNamed,
    filters: appliedFilters(query),
  };
  const [start, end] = [JSON.stringify(head).slice(0, -1), JSON.stringify(tail).slice(1)];
  return writeJsonList(`${start},"domains":[`, makers, `],${end}`);
}

/** GET /sightline/v1/sites/{siteId}/reports/sources: the domains that answers cite, most cited first. */
export const sourcesRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  return async (context) => {
    const { query, faults } = readQuery(timelineParameters, searchOf(context));
    faults.push(...dateOrderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    return respond(context, {
      identity: `sources ${siteId} ${normaliseQuery(query)}`,
      siteId,
      make: (signal) => createReport(options.store, { tenant, siteId, query }, signal),
    });
  };
};

import { readQuery, type TimelineQuery, timelineParameters } from '../../../contract/parameters.ts';
import type { CountsReport } from '../../../contract/sightline/resources.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import type { Store, Tenant } from '../../store/store.ts';
import { createCachedResponder } from '../cached-report.ts';
import {
  appliedFilters,
  dateOrderFaults,
  normaliseQuery,
  questionOf,
  toScope,
} from '../report-question.ts';
import { pathId, type Route, searchOf } from '../route.ts';

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

  const scans = await store.counts(tenant, siteId, toScope(question), signal);
  const body: CountsReport = {
    data: scans.map(({ id, date, answers, prompts }) => ({ scanId: id, date, answers, prompts })),
    filters: appliedFilters(query),
  };
  return Buffer.from(JSON.stringify(body));
}

/** GET /sightline/v1/sites/{siteId}/reports/counts: the numbers of answers and prompts behind each point. */
export const countsRoute: Route = (options) => {
  const respond = createCachedResponder(options);
  return async (context) => {
    const { query, faults } = readQuery(timelineParameters, searchOf(context));
    faults.push(...dateOrderFaults(query));
    if (faults.length > 0) return invalidParameters(faults);

    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    if (siteId === null) return notFound('site');
    return respond(context, {
      identity: `counts ${siteId} ${normaliseQuery(query)}`,
      siteId,
      make: (signal) => createReport(options.store, { tenant, siteId, query }, signal),
    });
  };
};

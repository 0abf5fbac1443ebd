import type { CountsReport } from '../../../contract/sightline/resources.ts';
import { toAppliedFilters, toScope } from '../report-question.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from '../site-report.ts';

/** Reads the counts and returns them as bytes of JSON. */
async function writeCounts({ store, tenant, siteId, query, question, signal }: AcceptedRequest) {
  const scans = await store.counts(tenant, siteId, toScope(question), signal);
  const body: CountsReport = {
    data: scans.map(({ id, date, answers, prompts }) => ({ scanId: id, date, answers, prompts })),
    filters: toAppliedFilters(query),
  };
  return Buffer.from(JSON.stringify(body));
}

/** GET /sightline/v1/sites/{siteId}/reports/counts: the numbers of answers and prompts behind each point. */
export const countsRoute = createSiteReportRoute('counts', writeCounts, readTimelineQuery);

import type { CountsReport } from '../../contract/sightline/resources.ts';
import { toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from './site-report.ts';

/** Reads the counts and returns them as bytes of JSON. */
async function writeCounts(request: AcceptedRequest) {
  const { store, tenant, siteId, query, site, parameters, signal } = request;
  const { scans, prompts, firstMentions } = await store.counts(
    tenant,
    siteId,
    toScope(parameters),
    signal,
  );
  const mentionsOf = new Map(firstMentions.map((mentions) => [mentions.brandId, mentions]));
  const body: CountsReport = {
    data: scans.map((scan) => ({
      scanId: scan.id,
      date: scan.date,
      answers: scan.answers,
      prompts: scan.prompts,
    })),
    prompts,
    namedFirst: site.brands.flatMap(({ id }) => mentionsOf.get(id) ?? []),
    filters: toAppliedFilters(query),
  };
  return Buffer.from(JSON.stringify(body));
}

/**
 * GET /sightline/v1/sites/{siteId}/reports/counts: the numbers of answers and prompts at each scan and in total, and how
 * often each brand is named first.
 */
export const countsRoute = createSiteReportRoute('counts', writeCounts, readTimelineQuery);

import type { DomainsReport } from '../../contract/sightline/domains.ts';
import { toReadablePage } from '../addresses/readable.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { writeJsonWithList } from './json-list.ts';
import { toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from './site-report.ts';

/** Reads the sources, and returns their numbers by scan as bytes of JSON. */
async function writeDomains({ store, tenant, siteId, query, parameters, signal }: AcceptedRequest) {
  const { scans, domains, domainCount } = await store.sources(
    tenant,
    siteId,
    toScope(parameters),
    signal,
  );
  const head: Pick<DomainsReport, 'scans'> = {
    scans: scans.map(({ id, date, completedAt, answers }) => ({
      scanId: id,
      date,
      completedAt: toTimestamp(completedAt),
      answers,
    })),
  };
  const domainWriters = domains.map(
    ({ domain, perScan }) =>
      (): DomainsReport['domains'][number] => ({
        domain: toReadablePage(domain),
        answers: [...perScan],
      }),
  );
  const tail: Pick<DomainsReport, 'more' | 'filters'> = {
    more: domainCount - domains.length,
    filters: toAppliedFilters(query),
  };
  return writeJsonWithList(head, 'domains', domainWriters, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/domains: how many answers of each scan cite each domain. */
export const domainsRoute = createSiteReportRoute('domains', writeDomains, readTimelineQuery);

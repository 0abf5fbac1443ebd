import type { SourceDomain, SourcesReport } from '../../contract/sightline/sources.ts';
import { toReadablePage } from '../addresses/readable.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { ownerOf } from '../store/domain-owner.ts';
import type { TimelineScan } from '../store/store.ts';
import { writeJsonWithList } from './json-list.ts';
import { toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from './site-report.ts';

/** Creates a function that writes the points of a domain as JSON text. What all domains share is encoded only once. */
function createDomainPointWriter(
  scans: readonly TimelineScan[],
): (answers: readonly number[]) => string {
  const pointStarts = scans.map(({ id, date, completedAt }) => {
    const start = { scanId: id, date, completedAt: toTimestamp(completedAt) };
    return `${JSON.stringify(start).slice(0, -1)},"answers":`;
  });
  return (answers) =>
    `[${pointStarts.map((start, index) => `${start}${answers[index] ?? 0}}`).join(',')}]`;
}

/** Reads the sources, and returns them as bytes of JSON. */
async function writeSources(request: AcceptedRequest) {
  const { store, tenant, siteId, query, site, parameters, signal } = request;
  const counts = await store.sources(tenant, siteId, toScope(parameters), signal);
  const { answers, answersWithSources, citedOwn, citedNotNamed, domainCount, domains } = counts;
  const writePoints = createDomainPointWriter(counts.scans);
  const domainWriters = domains.map(({ perScan, ...cited }) => () => {
    const owner = ownerOf(cited.domain, site.brands);
    const head: Omit<SourceDomain, 'points'> = {
      domain: toReadablePage(cited.domain),
      owner: owner && { id: owner.id, name: owner.name },
      answers: cited.answers,
      citations: cited.citations,
      namedTracked: cited.namedTracked,
    };
    return `${JSON.stringify(head).slice(0, -1)},"points":${writePoints(perScan)}}`;
  });
  const head: Pick<SourcesReport, 'answers' | 'answersWithSources'> = {
    answers,
    answersWithSources,
  };
  const tail: Pick<SourcesReport, 'more' | 'citedOwn' | 'citedNotNamed' | 'filters'> = {
    more: domainCount - domains.length,
    citedOwn,
    citedNotNamed,
    filters: toAppliedFilters(query),
  };
  return writeJsonWithList(head, 'domains', domainWriters, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/sources: the domains that answers cite, most cited first. */
export const sourcesRoute = createSiteReportRoute('sources', writeSources, readTimelineQuery);

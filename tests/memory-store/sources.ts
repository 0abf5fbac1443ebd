import { compareBrands } from '../../src/service/store/brand-order.ts';
import { ownerOf } from '../../src/service/store/domain-owner.ts';
import {
  type CitedDomain,
  maxListedDomainsOf,
  type SourceCounts,
} from '../../src/service/store/source-rows.ts';
import type { AnswerRecord, AnswerScope } from '../../src/service/store/store.ts';
import { createDomainReader } from './cited-domains.ts';
import type { Tables } from './tables.ts';
import { findCompletedScans, isAnswerInScope } from './timeline.ts';

const compareDomains = (a: CitedDomain, b: CitedDomain): number =>
  b.answers - a.answers ||
  b.citations - a.citations ||
  Buffer.compare(Buffer.from(a.domain), Buffer.from(b.domain));

/** Implements `Store.sources` for a site that the tenant can see. */
export function countSources(tables: Tables, siteId: string, scope: AnswerScope): SourceCounts {
  const scans = findCompletedScans(tables, siteId, scope);
  const brands = [...tables.brands.values()]
    .filter((brand) => brand.siteId === siteId)
    .sort(compareBrands);
  const tracked = brands.find(({ role }) => role === 'tracked') ?? null;
  const isNamed = ({ brandIds }: AnswerRecord) => tracked !== null && brandIds.includes(tracked.id);
  const citedDomainsOf = createDomainReader(tables, siteId);
  const isOwn = (domain: string) => tracked !== null && ownerOf(domain, brands) === tracked;

  const answers = [...tables.answers.values()].filter(
    (answer) =>
      scans.some(({ id }) => id === answer.scanId) &&
      isAnswerInScope(tables, siteId, answer, scope),
  );
  const citingOwn = answers.filter((answer) => citedDomainsOf(answer).some(isOwn));
  const citedDomains = [...new Set(answers.flatMap(citedDomainsOf))];
  const domains = citedDomains.map((domain): CitedDomain => {
    const citingAnswers = answers.filter((answer) => citedDomainsOf(answer).includes(domain));
    return {
      domain,
      answers: citingAnswers.length,
      citations: citingAnswers.flatMap(citedDomainsOf).filter((cited) => cited === domain).length,
      namedTracked: citingAnswers.filter(isNamed).length,
      perScan: scans.map(({ id }) => citingAnswers.filter(({ scanId }) => scanId === id).length),
    };
  });
  return {
    scans: scans.map((scan) => ({
      ...scan,
      answers: answers.filter(({ scanId }) => scanId === scan.id).length,
    })),
    answers: answers.length,
    answersWithSources: answers.filter((answer) => citedDomainsOf(answer).length > 0).length,
    citedOwn: citingOwn.length,
    citedNotNamed: citingOwn.filter((answer) => !isNamed(answer)).length,
    domains: domains.sort(compareDomains).slice(0, maxListedDomainsOf(scans.length)),
    domainCount: citedDomains.length,
  };
}

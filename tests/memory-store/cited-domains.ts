import { compareBrands } from '../../src/service/store/brand-order.ts';
import { countedDomainOf, findSeparateDomains } from '../../src/service/store/domain-owner.ts';
import type { AnswerRecord } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';

/** Creates a function that returns the domain that each citation of an answer of a site counts for. */
export function createDomainReader(
  tables: Tables,
  siteId: string,
): (answer: AnswerRecord) => string[] {
  const brands = [...tables.brands.values()]
    .filter((brand) => brand.siteId === siteId)
    .sort(compareBrands);
  const separateDomains = findSeparateDomains(brands);
  return ({ domains = [], pages = [] }) =>
    domains.map((domain, index) => countedDomainOf(domain, pages[index] ?? '', separateDomains));
}

import { findSeparateDomains } from '../../domain-owner.ts';
import type { Params } from '../engine/engine.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

/** The pages of an answer's citations; empty texts in rows of earlier versions. */
export const citedPages = 'arrayResize(pages, length(domains))';

/** The SQL for `countedDomainOf` of each citation. */
const countedDomains = `arrayMap((domain, place) -> arrayFirst(
    own -> own = domain
      OR position(place, concat('.', lower(own), '/')) BETWEEN 1 AND position(place, '/'),
    arrayPushBack({separateDomains:Array(String)}, domain)),
  CAST(domains, 'Array(String)'),
  arrayMap(page -> replaceRegexpOne(lower(page), '^([^:/?#]*)(:[0-9]+)?([^?#]*).*$', '.\\\\1\\\\3/'), ${citedPages}))`;

/**
 * The domains that the citations of a site's answers count for, as SQL, and the parameters of that SQL. For most sites
 * it is the column itself, which is faster.
 */
export function citedDomainsOf({ details }: SiteCatalogue): { sql: string; params: Params } {
  const separateDomains = findSeparateDomains(details.brands);
  return separateDomains.length === 0
    ? { sql: 'domains', params: {} }
    : { sql: countedDomains, params: { separateDomains } };
}

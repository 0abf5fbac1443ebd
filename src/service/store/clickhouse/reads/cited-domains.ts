import { hostOf } from '../../../addresses/own-domain.ts';
import { domainOfHost } from '../../../addresses/web-address.ts';
import { findSeparateDomains } from '../../domain-owner.ts';
import type { Params } from '../engine/engine.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

/** The pages of an answer's citations; empty texts in rows of earlier versions. */
export const citedPages = 'arrayResize(pages, length(domains))';

/** The SQL for `countedDomainOf` of each citation. The pages of other domains are not looked at, which takes longest. */
const countedDomains = `arrayMap((domain, place) -> if(place = '', domain, arrayFirst(
    (own, divided) -> own = domain OR (divided = domain AND position(place, concat('.', lower(own), '/'))
      BETWEEN 1 AND if(position(own, '/') > 0, 1, position(place, '/'))),
    arrayPushBack({separateDomains:Array(String)}, domain),
    arrayPushBack({dividedDomains:Array(String)}, domain))),
  CAST(domains, 'Array(String)'),
  arrayMap((domain, page) -> if(has({dividedDomains:Array(String)}, domain),
      replaceRegexpOne(lower(page), '^([^:/?#]*)(:[0-9]+)?([^?#]*).*$', '.\\\\1\\\\3/'), ''),
    CAST(domains, 'Array(String)'), ${citedPages}))`;

/**
 * The domains that the citations of a site's answers count for, as SQL, and the parameters of that SQL. For most sites
 * it is the column itself, which is faster.
 */
export function citedDomainsOf({
  details,
}: {
  details: Pick<SiteCatalogue['details'], 'brands'>;
}): { sql: string; params: Params } {
  const separateDomains = findSeparateDomains(details.brands);
  if (separateDomains.length === 0) return { sql: 'domains', params: {} };
  const dividedDomains = separateDomains.map((domain) => domainOfHost(hostOf(domain)));
  return { sql: countedDomains, params: { separateDomains, dividedDomains } };
}

import { bareHostOf, domainOfHost, parseHostName } from '../addresses/web-address.ts';
import type { BrandRecord } from './records.ts';

/** The domains of a brand, without the `www.` that earlier versions stored. */
export const ownDomainsOf = ({ domains }: BrandRecord): string[] =>
  domains.map((domain) => (domain.startsWith('www.') ? bareHostOf(domain) : domain));

/**
 * The brand with a domain that equals the host or is a parent of it; null if no brand has one. If several domains
 * match, the most specific one decides; if several brands have it, the first of them is the owner.
 * @param host a host name in any spelling, such as a domain that answers cite.
 */
export function ownerOf(host: string, brands: readonly BrandRecord[]): BrandRecord | null {
  const name = `.${parseHostName(host) ?? ''}`;
  let owner: BrandRecord | null = null;
  let ownerDomainLength = 0;
  for (const brand of brands) {
    for (const domain of ownDomainsOf(brand)) {
      if (domain.length <= ownerDomainLength || !name.endsWith(`.${domain}`)) continue;
      owner = brand;
      ownerDomainLength = domain.length;
    }
  }
  return owner;
}

/**
 * The domains of brands that reports list apart from the registrable domains that contain them, since those belong to
 * another brand or to none; the most specific first.
 */
export function findSeparateDomains(brands: readonly BrandRecord[]): string[] {
  const parentOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);
  return [...new Set(brands.flatMap(ownDomainsOf))]
    .filter((domain) => domainOfHost(domain) !== domain)
    .filter((domain) => ownerOf(domain, brands) !== ownerOf(parentOf(domain), brands))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/**
 * The domain that a citation counts for: the first of the separate domains that contains the page, or else the
 * registrable domain.
 * @param page see `CitedPage`; empty if unknown.
 */
export function countedDomainOf(
  domain: string,
  page: string,
  separateDomains: readonly string[],
): string {
  const host = `.${page.split(/[:/?#]/, 1).join('')}`;
  const separateDomain = separateDomains.find(
    (own) => host.endsWith(`.${own}`) && own.endsWith(`.${domain}`),
  );
  return separateDomain ?? domain;
}

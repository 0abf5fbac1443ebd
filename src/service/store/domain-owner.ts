import { hostOf, readOwnDomain } from '../addresses/own-domain.ts';
import { bareHostOf, domainOfHost, parseHostName } from '../addresses/web-address.ts';
import type { BrandRecord } from './records.ts';

/** The domains of a brand, without the `www.` that earlier versions stored. */
export const ownDomainsOf = ({ domains }: BrandRecord): string[] =>
  domains.map((domain) => (domain.startsWith('www.') ? bareHostOf(domain) : domain));

/** A page without port and query as text in which `isWithin` finds domains. @param page see `CitedPage` */
const placeOf = (page: string): string => {
  const [, host = '', path = ''] = /^([^:/?#]*)(?::\d+)?([^?#]*)/.exec(page.toLowerCase()) ?? [];
  return `.${host}${path}/`;
};

/** Whether an own domain contains a place: a host and hosts below it, or a path of that host only. */
function isWithin(place: string, domain: string): boolean {
  const index = place.indexOf(`.${domain.toLowerCase()}/`);
  return index === 0 || (index > 0 && !domain.includes('/') && index < place.indexOf('/'));
}

/**
 * The brand with a domain that equals the given one or contains it; null if no brand has one. If several domains match,
 * the most specific one decides; if several brands have it, the first of them is the owner.
 * @param domain in any spelling: a host, or what `countedDomainOf` returns.
 */
export function ownerOf(domain: string, brands: readonly BrandRecord[]): BrandRecord | null {
  const place = placeOf((domain.includes('/') ? readOwnDomain : parseHostName)(domain) ?? '');
  let owner: BrandRecord | null = null;
  let ownerDomainLength = 0;
  for (const brand of brands) {
    for (const own of ownDomainsOf(brand)) {
      if (own.length <= ownerDomainLength || !isWithin(place, own)) continue;
      owner = brand;
      ownerDomainLength = own.length;
    }
  }
  return owner;
}

/** The domain that directly contains a domain: without its last path segment, or without its first label. */
const parentOf = (domain: string): string =>
  domain.includes('/')
    ? domain.slice(0, domain.lastIndexOf('/'))
    : domain.slice(domain.indexOf('.') + 1);

/**
 * The domains of brands that reports list apart from the registrable domains that contain them, since those belong to
 * another brand or to none; the most specific first.
 */
export function findSeparateDomains(brands: readonly BrandRecord[]): string[] {
  return [...new Set(brands.flatMap(ownDomainsOf))]
    .filter((domain) => domain.includes('/') || domainOfHost(domain) !== domain)
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
  const place = placeOf(page);
  const isCounted = (own: string) => isWithin(place, own) && domainOfHost(hostOf(own)) === domain;
  return separateDomains.find(isCounted) ?? domain;
}

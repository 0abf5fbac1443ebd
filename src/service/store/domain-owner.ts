import type { BrandRecord } from './records.ts';

/**
 * The brand with a domain that equals the host or is a parent of it; null if no brand has one. If several domains
 * match, the most specific one decides; if several brands have it, the first of them is the owner.
 * @param host a host name, in any case, with or without a trailing dot.
 */
export function ownerOf(host: string, brands: readonly BrandRecord[]): BrandRecord | null {
  const name = `.${host.toLowerCase().replace(/\.$/, '')}`;
  let owner: BrandRecord | null = null;
  let ownerDomainLength = 0;
  for (const brand of brands) {
    for (const domain of brand.domains) {
      if (domain.length <= ownerDomainLength || !name.endsWith(`.${domain}`)) continue;
      owner = brand;
      ownerDomainLength = domain.length;
    }
  }
  return owner;
}

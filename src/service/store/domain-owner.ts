import type { BrandRecord } from './records.ts';

/**
 * The brand with a domain equal to the host or a parent of it. If several domains match, the most specific one
 * decides; if several brands have it, the first of them. Null if no brand has such a domain.
 * @param host a host name, in any case, with or without a trailing dot.
 */
export function ownerOf(host: string, brands: readonly BrandRecord[]): BrandRecord | null {
  const name = `.${host.toLowerCase().replace(/\.$/, '')}`;
  let owner: BrandRecord | null = null;
  let longest = 0;
  for (const brand of brands) {
    for (const domain of brand.domains) {
      if (domain.length <= longest || !name.endsWith(`.${domain}`)) continue;
      owner = brand;
      longest = domain.length;
    }
  }
  return owner;
}

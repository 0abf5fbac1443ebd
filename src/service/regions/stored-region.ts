import { canonicalRegion } from '../../contract/canonical-region.ts';
import { readableAreaOf } from '../../contract/region-label.ts';
import { findSubdivision } from './subdivisions.ts';

const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** White space, and characters without width or meaning. */
const blanks = /[\s\u00ad\u200b\u2060\ufeff]+/g;
const countryCode = /^[A-Z]{2}$/;
const subdivisionCode = /^([A-Z]{2})-([A-Z\d]{1,3})$/;

/** An area without differences that nobody sees. One with a colon stays as it is, since it may have levels. */
function tidyArea(area: string): string {
  const text = area
    .normalize()
    .replace(blanks, (found) => (/\s/.test(found) ? ' ' : ''))
    .trim();
  return text.includes(':') ? text : readableAreaOf(text);
}

/**
 * The code under which a region is stored, so that each place has one: "US:California" for "US-CA", "US:CA" and
 * "US: california". A subdivision of ISO 3166-2 has its English name; any other area stays as it is, apart from what
 * `tidyArea` changes. An area that has no visible character is left out, since the label would look like that of the
 * whole country.
 */
export function storedRegionOf(region: string): string {
  const code = canonicalRegion(region);
  const [, parent, suffix] = subdivisionCode.exec(code) ?? [];
  if (parent && suffix) return findSubdivision(parent, suffix) ?? region;
  const [country = '', ...areas] = code.split(':');
  const area = areas.join(':');
  if (!visibleCharacter.test(area)) return country;
  if (!countryCode.test(country)) return code;
  return findSubdivision(country, area) ?? `${country}:${tidyArea(area)}`;
}

/** The codes under which regions are stored, each once. */
export const storedRegionsOf = (regions: readonly string[]): string[] => [
  ...new Set(regions.map(storedRegionOf)),
];

import { canonicalRegion } from '../../contract/canonical-region.ts';
import { readableAreaOf } from '../../contract/region-label.ts';
import { findTerritory, nameSubdivision } from './subdivisions.ts';

const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** White space, and characters without width or meaning. */
const blanks = /[\s\u00ad\u200b\u2060\ufeff]+/g;
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
  const [, parent = '', suffix = ''] = subdivisionCode.exec(canonicalRegion(region)) ?? [];
  if (parent !== '') {
    const territory = findTerritory(parent, suffix);
    const name = nameSubdivision(parent, suffix);
    return territory ?? (name === null ? region : `${parent}:${name}`);
  }
  const [country = '', ...areas] = canonicalRegion(region).split(':');
  const area = areas.join(':');
  if (!visibleCharacter.test(area)) return country;
  return (
    findTerritory(country, area.trim()) ??
    `${country}:${nameSubdivision(country, area) ?? tidyArea(area)}`
  );
}

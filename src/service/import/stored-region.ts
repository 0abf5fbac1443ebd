import { canonicalRegion } from '../../contract/canonical-region.ts';

const visibleCharacter = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The code under which an answer's region is stored: its canonical code, without an area that has no visible character,
 * whose label would look like that of the whole country.
 */
export function storedRegionOf(region: string): string {
  const code = canonicalRegion(region);
  const [country = '', ...areas] = code.split(':');
  return visibleCharacter.test(areas.join(':')) ? code : country;
}

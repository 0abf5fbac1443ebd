import { canonicalRegion } from '../../../contract/canonical-region.ts';
import { regionLabel } from '../../../contract/region-label.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Removes differences in case, accents and white space. */
const fold = (text: string): string =>
  text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ');

let countries: ReadonlyMap<string, string> | null = null;

/** The code of each country by its folded English name. Created on first use, since that takes a few milliseconds. */
function countryCodes(): ReadonlyMap<string, string> {
  countries ??= new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const code = first + second;
        const name = regionLabel(code);
        return name === code || code === 'ZZ' || canonicalRegion(code) !== code
          ? []
          : [[fold(name), code] as const];
      }),
    ),
  );
  return countries;
}

/** The English names of all countries, in alphabetical order. */
export const listRegions = (): readonly string[] =>
  [...countryCodes().values()].map((code) => regionLabel(code)).sort();

function findCountry(text: string): string | null {
  const code = canonicalRegion(text.trim().toUpperCase());
  const isCode = /^[A-Z]{2}$/.test(code) && regionLabel(code) !== code;
  return isCode ? code : (countryCodes().get(fold(text)) ?? null);
}

/**
 * The code of a region by the code or English name of its country, with or without an area: "DE" for "de" and
 * "Germany", "US:California" for "us:California" and "United States · California"; null if there is none. A code of
 * ISO 3166-2 such as "US-CA" stays, since only the service knows them all.
 */
export function findRegion(text: string): string | null {
  const [, parent, suffix] = /^([a-z]{2})-([a-z\d]{1,3})$/i.exec(text.trim()) ?? [];
  if (parent && suffix) {
    const code = findCountry(parent);
    return code && `${code}-${suffix.toUpperCase()}`;
  }
  const [, country = text, area] = /^(.*?)[:·](.*)$/.exec(text) ?? [];
  const code = findCountry(country);
  if (code === null || area === undefined) return code;
  return code === 'ZZ' || area.trim() === '' ? null : `${code}:${area.trim()}`;
}

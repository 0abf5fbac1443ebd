import { canonicalRegion } from '../../contract/canonical-region.ts';
import { regionLabel } from '../../contract/region-label.ts';

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

/** The code of a country by its code or English name: "DE" for "de" and "Germany"; null if there is none. */
export function findRegion(text: string): string | null {
  const code = canonicalRegion(text.trim().toUpperCase());
  const isCode = /^[A-Z]{2}$/.test(code) && regionLabel(code) !== code;
  return isCode ? code : (countryCodes().get(fold(text)) ?? null);
}

import english from 'cldr-subdivisions-full/subdivisions/en/en.json' with { type: 'json' };

/** English names by lower-case ISO 3166-2 code without its hyphen, such as `usca`, from Unicode's CLDR. */
const names: Readonly<Record<string, string>> =
  english.subdivisions.localeDisplayNames.subdivisions;

/** Parts of a country to which ISO 3166-1 gives a country code of its own, which CLDR names by that code. */
const territories: Readonly<Record<string, string>> = {
  CN: 'HK MO TW',
  FR: 'BL MF NC PF PM TF WF',
  NL: 'AW CW SX',
  US: 'AS GU MP PR UM VI',
};

/** A name without differences in case, accents, punctuation, spaces and invisible characters. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A name without the digit with which CLDR marks the second place of that name in a country. */
const withoutMark = (name: string): string => name.replace(/[²³]$/, '');

let namesByCountry: ReadonlyMap<string, ReadonlyMap<string, string>> | null = null;

/** The names of each country's subdivisions by their folded codes and names. Created on first use, which takes a moment. */
function indexNames(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const index = new Map<string, Map<string, string>>();
  for (const [code, marked] of Object.entries(names)) {
    const country = code.slice(0, 2).toUpperCase();
    const known = index.get(country) ?? new Map<string, string>();
    index.set(country, known);
    const folded = fold(withoutMark(marked));
    const name = known.get(folded) ?? withoutMark(marked);
    known.set(folded, name);
    known.set(code.slice(2), name);
  }
  return index;
}

/**
 * The English name of a country's subdivision by its ISO 3166-2 code or that name, in any spelling; null if it is none.
 * @param country an ISO 3166-1 code
 * @param area such as "CA", "california" or "New_York"
 */
export function nameSubdivision(country: string, area: string): string | null {
  namesByCountry ??= indexNames();
  return namesByCountry.get(country)?.get(fold(area)) ?? null;
}

/** The country code of a territory by the suffix of its ISO 3166-2 code: "PR" for "US" and "PR"; null if it is none. */
export const findTerritory = (country: string, suffix: string): string | null =>
  territories[country]?.split(' ').find((code) => code === suffix) ?? null;

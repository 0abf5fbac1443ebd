import aliases from 'cldr-core/supplemental/aliases.json' with { type: 'json' };
import english from 'cldr-subdivisions-full/subdivisions/en/en.json' with { type: 'json' };

/** English names by lower-case ISO 3166-2 code without its hyphen, such as `usca`, from Unicode's CLDR. */
const names: Readonly<Record<string, string>> =
  english.subdivisions.localeDisplayNames.subdivisions;
/** Codes that CLDR replaces: withdrawn ones, and those of territories that have a country code, such as `uspr` by `PR`. */
const replacements: Readonly<Record<string, { _replacement: string }>> =
  aliases.supplemental.metadata.alias.subdivisionAlias;

/** A name without differences in case, accents, punctuation, spaces and invisible characters. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const entriesByCountry = <T>(entries: Readonly<Record<string, T>>) =>
  Map.groupBy(Object.entries(entries), ([code]) => code.slice(0, 2).toUpperCase());
const namesByCountry = entriesByCountry(names);
const replacementsByCountry = entriesByCountry(replacements);
const territoryNames = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' });

/** The regions of a country's subdivisions by their folded codes and names. */
function indexCountry(country: string): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  const add = (key: string, region: string | undefined) => {
    if (region !== undefined && !index.has(key)) index.set(key, region);
  };
  const replaced = replacementsByCountry.get(country) ?? [];
  for (const [code, { _replacement: territory }] of replaced) {
    if (territory.length !== 2) continue;
    add(code.slice(2), territory);
    add(fold(territoryNames.of(territory) ?? ''), territory);
  }
  for (const [code, markedName] of namesByCountry.get(country) ?? []) {
    // CLDR marks further places of a name in a country.
    const name = markedName.replace(/ ?[²³†]$/, '');
    add(fold(name), `${country}:${name}`);
    add(code.slice(2), index.get(fold(name)));
  }
  for (const [code, { _replacement: current }] of replaced)
    add(code.slice(2), index.get(current.slice(2)));
  return index;
}

const indexes = new Map<string, ReadonlyMap<string, string>>();

/**
 * The region of a country's subdivision by its ISO 3166-2 code or its English name, in any spelling: "US:California" for
 * "US" and "CA", "california" or "California", and "PR" for "US" and "Puerto Rico"; null if there is none.
 * @param country an ISO 3166-1 code
 */
export function findSubdivision(country: string, area: string): string | null {
  if (!namesByCountry.has(country)) return null;
  // Created on first use, since that takes a moment.
  const index = indexes.get(country) ?? indexCountry(country);
  indexes.set(country, index);
  return index.get(fold(area)) ?? null;
}

import { canonicalZoneName, currentName, renamedZones } from './zone-names.ts';

/** Returns a function that computes a value once, on first use. */
function memoise<T>(compute: () => T): () => T {
  let cached: { value: T } | null = null;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}

/** Returns the current names of all IANA zones that this browser lists, and UTC, in alphabetical order. */
export const listZoneNames = memoise((): readonly string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)])].sort(),
);

/** Removes differences in case, accents, spaces and underscores. */
const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_]+/g, '_');

/** The name of each current country code, folded, with the code. */
const listCountries = memoise((): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // `Intl` names a withdrawn code after a country that exists today, such as SU after Russia.
  const currentCodes = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(currentCodes.map((code) => [fold(names.of(code) ?? code), code]));
});

/** The zones of a country, by its English name, folded; empty if the browser does not know them. */
function listCountryZones(country: string): readonly string[] {
  const code = listCountries().get(country);
  if (code === undefined) return [];
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${code}`,
  );
  return [...new Set((locale.getTimeZones?.() ?? []).map(currentName))];
}

/** Ways in which a name can match a text, both folded, best first. */
const matchers: readonly ((name: string, text: string) => boolean)[] = [
  (name, text) => name === text || name.endsWith(`/${text}`),
  // The beginning of a word of the city: "auck", "york".
  (name, text) => `_${name.slice(name.lastIndexOf('/') + 1)}`.includes(`_${text}`),
  (name, text) => name.includes(text),
];

/**
 * Finds the zones that match a name ("europe/berlin"), a city ("São Paulo"), a country ("India"), part of a name or
 * city ("auck") or an older name ("Calcutta").
 * @returns the zones' current names; empty if none matches
 */
export function findZones(text: string): readonly string[] {
  const foldedText = fold(text);
  const names = [...listZoneNames(), ...renamedZones.map(([old]) => old)];
  const findMatching = (isMatch: (typeof matchers)[number]) => [
    ...new Set(names.filter((name) => isMatch(fold(name), foldedText)).map(currentName)),
  ];
  const [whole, ...partial] = matchers;
  const exact = whole ? findMatching(whole) : [];
  if (exact.length > 0) return exact;
  // An unlisted name, such as an alias, takes precedence over partial matches.
  const unlisted = canonicalZoneName(text.trim());
  if (unlisted !== null) return [unlisted];
  const partialMatches = partial.map(findMatching).find((zones) => zones.length > 0) ?? [];
  // "India" is not Indianapolis, but "Mexico" is Mexico City rather than any zone of Mexico.
  const inCountry = listCountryZones(foldedText);
  if (inCountry.length === 0) return partialMatches;
  const narrowed = partialMatches.filter((zone) => inCountry.includes(zone));
  return narrowed.length > 0 ? narrowed : inCountry;
}

import { canonicalZoneName, currentName, renamedZones } from './zone-names.ts';

/** Returns a function that computes a value once, on first use. */
function memoize<T>(compute: () => T): () => T {
  let cached: { value: T } | null = null;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}

/** Every IANA zone that this browser lists, and UTC, in alphabetical order. */
export const zoneNames = memoize((): readonly string[] =>
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

/** Ways in which a name can match the typed text, best first. */
const matchers: readonly ((name: string, wanted: string) => boolean)[] = [
  (name, wanted) => name === wanted || name.endsWith(`/${wanted}`),
  // The beginning of a word: "auck", "york".
  (name, wanted) => `_${name.slice(name.lastIndexOf('/') + 1)}`.includes(`_${wanted}`),
  (name, wanted) => name.includes(wanted),
];

/**
 * Finds the zones that match a name ("europe/berlin"), a city ("São Paulo"), part of one ("auck") or an older
 * name ("Calcutta").
 */
export function findZones(text: string): readonly string[] {
  const wanted = fold(text);
  const names = [...zoneNames(), ...renamedZones.map(([old]) => old)];
  const findMatching = (isMatch: (typeof matchers)[number]) => [
    ...new Set(names.filter((name) => isMatch(fold(name), wanted)).map(currentName)),
  ];
  const [whole, ...partial] = matchers;
  const exact = whole ? findMatching(whole) : [];
  if (exact.length > 0) return exact;
  // An unlisted name, such as an alias, takes precedence over partial matches.
  const unlisted = canonicalZoneName(text.trim());
  if (unlisted !== null) return [unlisted];
  return partial.map(findMatching).find((found) => found.length > 0) ?? [];
}

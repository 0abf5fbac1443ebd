import { isZone } from './zone.ts';

/** Zones that were renamed since: the name some browsers still go by, and today's. */
const renamed: readonly (readonly [string, string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
];

/** Today's name of a zone, where this browser knows it. */
function currentName(zone: string): string {
  const name = renamed.find(([old]) => old === zone)?.[1];
  return name !== undefined && isZone(name) ? name : zone;
}

const canonical = new Map<string, string | null>();

/** A zone as it is written today, for its name in any case; null for what is no zone. */
export function zoneNamed(name: string): string | null {
  const known = canonical.get(name);
  if (known !== undefined) return known;
  const zone = isZone(name)
    ? currentName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
    : null;
  canonical.set(name, zone);
  return zone;
}

let names: readonly string[] | null = null;

/** Every IANA zone that this browser lists, and UTC, in the order of the alphabet. */
export function zoneNames(): readonly string[] {
  names ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)])].sort();
  return names;
}

/** Text without what people leave out when they type: case, accents, underscores. */
const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_]+/g, '_');

/** How a name may match what was typed, the best way first. */
const matches: readonly ((name: string, wanted: string) => boolean)[] = [
  (name, wanted) => name === wanted || name.endsWith(`/${wanted}`),
  // The beginning of a word: "auck", "york".
  (name, wanted) => `_${name.slice(name.lastIndexOf('/') + 1)}`.includes(`_${wanted}`),
  (name, wanted) => name.includes(wanted),
];

/**
 * The zones that somebody may mean by a name ("europe/berlin"), a city ("São Paulo"), a part of one ("auck") or
 * an older name of either ("Calcutta"): one where it is clear, none, or several.
 */
export function findZones(text: string): readonly string[] {
  const wanted = fold(text);
  const names = [...zoneNames(), ...renamed.map(([old]) => old)];
  const matching = (isMatch: (typeof matches)[number]) => [
    ...new Set(names.filter((name) => isMatch(fold(name), wanted)).map(currentName)),
  ];
  const [whole, ...partial] = matches;
  const exact = whole ? matching(whole) : [];
  if (exact.length > 0) return exact;
  // A name that is not listed, such as an alias, before any part of one.
  const unlisted = zoneNamed(text.trim());
  if (unlisted !== null) return [unlisted];
  return partial.map(matching).find((found) => found.length > 0) ?? [];
}

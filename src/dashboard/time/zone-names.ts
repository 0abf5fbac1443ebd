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

/**
 * The zone that somebody means by a name ("europe/berlin"), a city ("São Paulo") or an older name of
 * either ("Calcutta"); null when none or several are called that.
 */
export function findZone(text: string): string | null {
  const wanted = fold(text);
  const found = new Set<string>();
  for (const name of [...zoneNames(), ...renamed.map(([old]) => old)]) {
    const folded = fold(name);
    if (folded === wanted || folded.endsWith(`/${wanted}`)) found.add(currentName(name));
  }
  const [only] = found;
  return only !== undefined && found.size === 1 ? only : zoneNamed(text.trim());
}

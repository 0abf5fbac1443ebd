import { isZone } from '../../contract/dates/zone.ts';

/** Renamed zones: the old name, which some browsers still use, and the current one. */
export const renamedZones: readonly (readonly [string, string])[] = [
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

/** The current name of a renamed zone if this browser knows it; otherwise the given name. */
export function currentName(zone: string): string {
  const name = renamedZones.find(([old]) => old === zone)?.[1];
  return name !== undefined && isZone(name) ? name : zone;
}

const canonicalNames = new Map<string, string | null>();

/** The canonical name of a zone, ignoring letter case; null for an unknown zone. */
export function canonicalZoneName(name: string): string | null {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const zone = isZone(name)
    ? currentName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
    : null;
  canonicalNames.set(name, zone);
  return zone;
}

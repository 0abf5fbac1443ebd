import { platformIds } from '../../contract/enums.ts';
import type { OfferedPlatform, ReceivedSettings } from '../../contract/sightline/scans.ts';
import { viewerZone } from '../time/zone.ts';

/** Where and when a site's questions are asked, as it is being edited. */
export interface ScanSettingsDraft {
  platforms: readonly string[];
  /** Country codes; `ZZ` for no location. */
  regions: readonly string[];
  /** How many times each question is asked, as text. */
  runs: string;
  /** Whether scans run by themselves. */
  isScheduled: boolean;
  /** From "1" for Monday to "7" for Sunday, also while `isScheduled` is false. */
  days: readonly string[];
  /** HH:MM. */
  time: string;
  zone: string;
  /** US dollars as text; empty for no ceiling. */
  scanCeilingUsd: string;
  monthCeilingUsd: string;
}

/** Every day of the week with its number in a draft. */
export const everyDay: readonly (readonly [string, string])[] = [
  ['1', 'Monday'],
  ['2', 'Tuesday'],
  ['3', 'Wednesday'],
  ['4', 'Thursday'],
  ['5', 'Friday'],
  ['6', 'Saturday'],
  ['7', 'Sunday'],
];

const toText = (amount: number | null): string => (amount === null ? '' : String(amount));

/**
 * The settings in the form; for a site without any, the suggested platforms without a schedule.
 * @param offered the platforms that the service knows how to ask
 */
export function toScanSettingsDraft(
  settings: ReceivedSettings | null,
  offered: readonly OfferedPlatform[],
): ScanSettingsDraft {
  const { schedule = null } = settings ?? {};
  return {
    platforms:
      settings?.platforms ?? offered.flatMap(({ id, suggested }) => (suggested && id ? [id] : [])),
    regions: settings?.regions ?? [],
    runs: String(settings?.runs ?? 1),
    isScheduled: schedule !== null,
    days: schedule?.days.map(String) ?? ['1'],
    time: schedule?.time ?? '06:00',
    zone: schedule?.zone ?? viewerZone(),
    scanCeilingUsd: toText(settings?.scanCeilingUsd ?? null),
    monthCeilingUsd: toText(settings?.monthCeilingUsd ?? null),
  };
}

/** Reads an amount such as "1,240.50" or "$3"; null if it is empty, NaN if it is not an amount. */
export function readAmount(text: string): number | null {
  const trimmed = text.trim().replace(/^\$\s*/, '');
  if (trimmed === '') return null;
  const isAmount = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/.test(trimmed);
  return isAmount ? Number(trimmed.replaceAll(',', '')) : Number.NaN;
}

/** The settings of a request, which its schema checks. */
export const toScanSettingsInput = (draft: ScanSettingsDraft) => ({
  platforms: platformIds.filter((id) => draft.platforms.includes(id)),
  regions: [...draft.regions],
  runs: readAmount(draft.runs) ?? Number.NaN,
  schedule: draft.isScheduled
    ? { days: draft.days.map(Number).sort(), time: draft.time, zone: draft.zone.trim() }
    : null,
  scanCeilingUsd: readAmount(draft.scanCeilingUsd),
  monthCeilingUsd: readAmount(draft.monthCeilingUsd),
});

/** Each part of the settings in words, and its fields. */
export const scanSettingsParts = [
  { words: 'the platforms', fields: ['platforms'] },
  { words: 'the regions', fields: ['regions'] },
  { words: 'how often each question is asked', fields: ['runs'] },
  { words: 'when scans run', fields: ['isScheduled', 'days', 'time', 'zone'] },
  { words: 'the ceiling of a scan', fields: ['scanCeilingUsd'] },
  { words: 'the ceiling of a month', fields: ['monthCeilingUsd'] },
] as const satisfies { words: string; fields: readonly (keyof ScanSettingsDraft)[] }[];

import { isSame } from './is-same.ts';
import { type ScanSettingsDraft, scanSettingsParts } from './scan-settings-draft.ts';

const isPartSame = (
  one: ScanSettingsDraft,
  other: ScanSettingsDraft,
  fields: readonly (keyof ScanSettingsDraft)[],
): boolean => fields.every((field) => isSame(one[field], other[field]));

/** Describes in short sentences what changed of where and when questions are asked, for the user. */
export const describeScanSettingsChanges = (
  before: ScanSettingsDraft,
  now: ScanSettingsDraft,
): string[] =>
  scanSettingsParts.flatMap(({ words, fields }) =>
    isPartSame(before, now, fields) ? [] : [`Changed ${words}`],
  );

/** Names the parts that both the user and someone else changed, each in its own way. */
export const describeKeptScanSettings = (
  mine: ScanSettingsDraft,
  base: ScanSettingsDraft,
  newest: ScanSettingsDraft,
): string[] =>
  scanSettingsParts.flatMap(({ words, fields }) => {
    const isChangedByBoth =
      !isPartSame(mine, base, fields) &&
      !isPartSame(newest, base, fields) &&
      !isPartSame(mine, newest, fields);
    return isChangedByBoth ? [`Kept yours: ${words}`] : [];
  });

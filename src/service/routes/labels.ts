import { type Method, platformIds, platforms } from '../../contract/enums.ts';
import { withdrawnCountryLabels } from '../../contract/region-codes.ts';
import { regionLabel } from '../../contract/region-label.ts';

/** A platform as the interface shows it. An unknown one is named by its ID, whose suffix determines the method. */
export function describePlatform(id: string): { id: string; name: string; method: Method } {
  const knownPlatform = platforms.find((platform) => platform.id === id);
  return knownPlatform ?? { id, name: id, method: id.endsWith('_api') ? 'api' : 'web' };
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** A region as the interface shows it. */
export const describeRegion = (code: string): { code: string; label: string } => ({
  code,
  label: regionLabel(code, withdrawnCountryLabels),
});

/** Sorts region codes alphabetically. */
export function sortRegions(codes: readonly string[]): string[] {
  return [...codes].sort(compareText);
}

/** Sorts platform IDs in the interface's order, with unknown ones last. */
export function sortPlatforms(ids: readonly string[]): string[] {
  const knownIds = platformIds.filter((id) => ids.includes(id));
  const unknownIds = ids.filter((id) => !platformIds.some((knownId) => knownId === id));
  return [...knownIds, ...unknownIds.sort(compareText)];
}

import { type Method, platformIds, platforms } from '../contract/enums.ts';

/** A platform as the interface shows it. An unknown one has its ID as its name, and the suffix of the ID gives the method. */
export function describePlatform(id: string): { id: string; name: string; method: Method } {
  const known = platforms.find((platform) => platform.id === id);
  return known ?? { id, name: id, method: id.endsWith('_api') ? 'api' : 'web' };
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Sorts the codes of regions alphabetically. */
export function sortRegions(codes: readonly string[]): string[] {
  return [...codes].sort(compareText);
}

/** Platform IDs in the interface's order, with unknown ones last. */
export function sortPlatforms(ids: readonly string[]): string[] {
  const known = platformIds.filter((id) => ids.includes(id));
  const unknown = ids.filter((id) => !platformIds.some((each) => each === id));
  return [...known, ...unknown.sort(compareText)];
}

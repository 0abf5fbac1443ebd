import { regionLabel } from '../../contract/region-label.ts';

/** Adds the code to every label that different codes share, as in "United Kingdom (GB)". */
export function distinguishLabels<T extends { label: string }>(
  entries: readonly T[],
  codeOf: (entry: T) => string,
): T[] {
  const byLabel = Map.groupBy(entries, ({ label }) => label);
  return entries.map((entry) => {
    const code = codeOf(entry);
    const isShared = byLabel.get(entry.label)?.some((other) => codeOf(other) !== code);
    return isShared ? { ...entry, label: `${entry.label} (${code})` } : entry;
  });
}

/** Gives regions distinct labels, and a readable one to each region whose label is blank or just the code. */
export const nameRegions = <T extends { label: string | null }>(
  regions: readonly T[],
  codeOf: (region: T) => string,
): (T & { label: string })[] =>
  distinguishLabels(
    regions.map((region) => {
      const label = region.label?.trim();
      const code = codeOf(region);
      return { ...region, label: label && label !== code ? label : regionLabel(code) };
    }),
    codeOf,
  );

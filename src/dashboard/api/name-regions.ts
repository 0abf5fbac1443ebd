/**
 * Labels that distinguish the regions of a response. Labels that already do are returned without loading the code that
 * makes others readable.
 */
export async function nameRegions(
  regions: readonly { code: string; label: string | null }[],
): Promise<readonly (string | null)[]> {
  const labels = regions.map(({ label }) => label);
  const isReadable = regions.every(({ code, label }) => label?.trim() && label !== code);
  if (isReadable && new Set(labels).size === labels.length) return labels;
  return (await import('../../contract/region-label.ts')).distinctRegionLabels(regions);
}

import { platforms } from '../../../contract/enums.ts';
import { regionLabel } from '../../../contract/region-label.ts';
import type { FilterOptions } from '../../../contract/resources.ts';
import type { MeasuredScan } from '../../../contract/sightline/resources.ts';
import type { ReportScan } from '../../api/columns.ts';
import { type ChangedScan, type Coverage, findChanges } from './measurement-changes.ts';

/** A scan with what the service says about its measurement. */
export interface ScanMeasurement extends Pick<MeasuredScan, 'prompts' | 'platforms' | 'regions'> {
  scan: ReportScan;
}

function coverageIn(
  scans: readonly ScanMeasurement[],
  kind: Coverage['kind'],
  idsOf: (scan: ScanMeasurement) => readonly string[],
  nameOf: (id: string) => string,
): Coverage {
  const measuredScans = scans.filter((each) => idsOf(each).length > 0);
  const ids = [...new Set(measuredScans.flatMap(idsOf))];
  return {
    kind,
    scans: measuredScans.map(({ scan }) => scan),
    parts: ids.map((id) => ({
      label: nameOf(id),
      isMeasured: measuredScans.map((each) => idsOf(each).includes(id)),
    })),
  };
}

/**
 * Finds the scans at which the set of measured platforms, regions or prompts changed.
 * @param scans oldest first
 * @param options name platforms and regions; null if they are unknown
 * @returns changes, oldest first
 */
export function findChangesInScans(
  scans: readonly ScanMeasurement[],
  options: FilterOptions | null,
): ChangedScan[] {
  const platformName = (id: string) =>
    options?.models.find((each) => each.id === id)?.name ??
    platforms.find((each) => each.id === id)?.name ??
    id;
  const regionName = (code: string) =>
    options?.regions.find((each) => each.code === code)?.label ?? regionLabel(code);
  const coverages = [
    coverageIn(scans, 'platform', (each) => each.platforms, platformName),
    coverageIn(scans, 'region', (each) => each.regions, regionName),
  ];
  const counts = scans.flatMap(({ scan, prompts }) =>
    prompts !== null && Number.isSafeInteger(prompts) && prompts > 0 ? [{ scan, prompts }] : [],
  );
  return findChanges(coverages, counts);
}

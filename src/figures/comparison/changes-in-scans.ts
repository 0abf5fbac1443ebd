import { platforms } from '../../contract/enums.ts';
import { regionLabel } from '../../contract/region-label.ts';
import type { FilterOptions } from '../../contract/resources.ts';
import type { MeasuredScan } from '../../contract/sightline/resources.ts';
import type { ReportScan } from '../series/columns.ts';
import {
  type ChangedScan,
  type Coverage,
  findChanges,
  type RulesVersion,
} from './measurement-changes.ts';

/** A scan with the prompts, platforms, models and regions that it measured, and by which rules, according to the service. */
export interface ScanMeasurement
  extends Pick<MeasuredScan, 'prompts' | 'platforms' | 'regions' | 'rules' | 'models'> {
  scan: ReportScan;
}

function coverageOfScans(
  scans: readonly ScanMeasurement[],
  kind: Coverage['kind'],
  idsOf: (scan: ScanMeasurement) => readonly string[],
  nameOf: (id: string) => string,
): Coverage {
  const measuredScans = scans.filter((scan) => idsOf(scan).length > 0);
  const ids = [...new Set(measuredScans.flatMap(idsOf))];
  return {
    kind,
    scans: measuredScans.map(({ scan }) => scan),
    parts: ids.map((id) => ({
      id,
      label: nameOf(id),
      isMeasured: measuredScans.map((scan) => idsOf(scan).includes(id)),
    })),
  };
}

/** The versions of the rules that measured scans, without the scans for which the service names none. */
export const rulesVersionsOf = (
  scans: readonly Pick<ScanMeasurement, 'scan' | 'rules'>[],
): RulesVersion[] => scans.flatMap(({ scan, rules }) => (rules === null ? [] : [{ scan, rules }]));

/**
 * Finds the scans at which the measured platforms, models or regions, the number of prompts, or the rules changed.
 * @param scans oldest first
 * @param options the filter options, which name platforms and regions; null if they are unknown
 * @returns changes, oldest first
 */
export function findChangesInScans(
  scans: readonly ScanMeasurement[],
  options: FilterOptions | null,
): ChangedScan[] {
  const platformName = (id: string) =>
    options?.models.find((model) => model.id === id)?.name ??
    platforms.find((platform) => platform.id === id)?.name ??
    id;
  const regionName = (code: string) =>
    options?.regions.find((region) => region.code === code)?.label ?? regionLabel(code);
  const coverages = [
    coverageOfScans(scans, 'platform', (scan) => scan.platforms, platformName),
    coverageOfScans(scans, 'region', (scan) => scan.regions, regionName),
  ];
  const counts = scans.flatMap(({ scan, prompts }) =>
    prompts !== null && Number.isSafeInteger(prompts) && prompts > 0 ? [{ scan, prompts }] : [],
  );
  return findChanges(coverages, counts, rulesVersionsOf(scans), scans);
}

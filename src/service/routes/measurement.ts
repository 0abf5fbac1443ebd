import type { PlatformModel } from '../store/scan-rows.ts';
import type { ScanMeasurement } from '../store/site-rows.ts';
import { sortPlatforms, sortRegions } from './labels.ts';

/** What a scan measured, in the interface's order. */
export const toMeasurement = (
  { prompts, platforms, regions }: ScanMeasurement,
  models: readonly PlatformModel[],
) => ({
  prompts,
  platforms: sortPlatforms(platforms),
  regions: sortRegions(regions),
  models: sortPlatforms(models.map(({ platform }) => platform)).flatMap((id) =>
    models.filter(({ platform }) => platform === id),
  ),
});

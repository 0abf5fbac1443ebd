import { maxScanQuestions, type OfferedPlatform } from '../../../contract/sightline/collect.ts';
import { type CollectionDraft, readAmount } from '../collection-draft.ts';

/** The average number of weeks in a month. */
const weeksPerMonth = 365.25 / 12 / 7;

/** What scans with the settings in the form would ask and cost. */
export interface ScanEstimate {
  /** The questions of the site that are asked. */
  prompts: number;
  /** The number of pairs of a platform and a region that are asked. */
  cells: number;
  runs: number;
  /** `prompts` × `cells` × `runs`. */
  questions: number;
  /** In US dollars. */
  scanUsd: number;
  /** The average number of scans in a month; null without a schedule. */
  scansPerMonth: number | null;
  /** In US dollars; null without a schedule. */
  monthUsd: number | null;
}

type Takes = Pick<OfferedPlatform, 'takesLocation' | 'takesNoLocation'>;

/** Whether a platform can be asked for a region. */
export const canAskFrom = (platform: Takes, region: string): boolean =>
  (region === 'ZZ' ? platform.takesNoLocation : platform.takesLocation) === true;

/**
 * Computes what scans with these settings would ask and cost. Platforms that are not connected are left out, and so are
 * regions that a platform cannot take, since they are not asked.
 * @param prompts the number of questions of the site that are not retired
 */
export function estimateScans(
  draft: CollectionDraft,
  offered: readonly OfferedPlatform[],
  prompts: number,
): ScanEstimate {
  const prices = offered.flatMap((platform) => {
    if (!platform.connected || !draft.platforms.includes(platform.id ?? '')) return [];
    const regions = draft.regions.filter((region) => canAskFrom(platform, region));
    return regions.map(() => platform.estimateUsd ?? 0);
  });
  const typedRuns = readAmount(draft.runs) ?? 0;
  const runs = Number.isInteger(typedRuns) ? typedRuns : 0;
  const scanUsd = prompts * runs * prices.reduce((sum, price) => sum + price, 0);
  const scansPerMonth = draft.isScheduled ? draft.days.length * weeksPerMonth : null;
  return {
    prompts,
    cells: prices.length,
    runs,
    questions: prompts * prices.length * runs,
    scanUsd,
    scansPerMonth,
    monthUsd: scansPerMonth === null ? null : scansPerMonth * scanUsd,
  };
}

/** The most that may be spent: as in the form, and by all sites of the host in a month, in US dollars if known. */
type Ceilings = Pick<CollectionDraft, 'scanCeilingUsd' | 'monthCeilingUsd'> & {
  hostCeilingUsd: number | null;
};

/** Why nothing, or not everything, would be asked with these settings, in sentences; empty if everything is. */
export function findShortfalls(
  ceilings: Ceilings,
  { questions, scanUsd, scansPerMonth }: ScanEstimate,
): string[] {
  const scanCeiling = readAmount(ceilings.scanCeilingUsd);
  const monthCeiling = readAmount(ceilings.monthCeilingUsd);
  if (scanCeiling === null || monthCeiling === null)
    return ['Nothing is asked until there is a ceiling for a scan and for a month.'];
  if (questions === 0) return ['Nothing is asked with this choice.'];
  if (questions > maxScanQuestions)
    return [`A scan has at most ${maxScanQuestions.toLocaleString('en')} questions.`];
  if (scanUsd > scanCeiling)
    return ['No scan can run: it would cost more than the ceiling of a scan.'];
  if (scanUsd > monthCeiling)
    return ['No scan can run: it would cost more than the ceiling of a month.'];
  if (ceilings.hostCeilingUsd !== null && scanUsd > ceilings.hostCeilingUsd)
    return ['No scan can run: it would cost more than this installation allows (SCAN_BUDGET).'];
  const affordable = Math.floor(monthCeiling / scanUsd);
  if (scansPerMonth !== null && affordable < Math.floor(scansPerMonth)) {
    return [
      `The ceiling of a month is enough for ${affordable} of about ${Math.round(scansPerMonth)} scans.`,
    ];
  }
  return [];
}

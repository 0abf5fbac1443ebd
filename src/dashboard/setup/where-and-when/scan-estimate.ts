import { maxScanQuestions, type OfferedPlatform } from '../../../contract/sightline/scans.ts';
import { platformName } from '../../scans/progress-words.ts';
import { readAmount, type ScanSettingsDraft } from '../scan-settings-draft.ts';

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
  draft: ScanSettingsDraft,
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

/** Why a scan would have no questions; null if it has some, or if the number of times is not readable. */
function findMissingChoice(
  { platforms, regions }: ScanSettingsDraft,
  offered: readonly OfferedPlatform[],
  { prompts, cells }: ScanEstimate,
): string | null {
  if (platforms.length === 0) return 'Nothing is asked: no platform is chosen.';
  if (!offered.some(({ id, connected }) => connected && platforms.includes(id ?? '')))
    return 'Nothing is asked: no chosen platform is connected.';
  if (regions.length === 0) return 'Nothing is asked: no region is chosen.';
  if (cells === 0)
    return 'Nothing is asked: the chosen platforms cannot be asked for the chosen regions.';
  return prompts === 0 ? 'Nothing is asked: the site has no questions.' : null;
}

/** Which chosen platforms are left out of scans while others are asked, in sentences. */
const describeLeftOut = (
  { platforms }: ScanSettingsDraft,
  offered: readonly OfferedPlatform[],
): string[] =>
  offered.flatMap(({ id, name, connected }) =>
    connected || !platforms.includes(id ?? '')
      ? []
      : [`${name || platformName(id)} is not connected and is left out.`],
  );

/** Why a ceiling keeps scans from asking everything, in a sentence; null if none does. */
function findLowCeiling(
  ceilings: Pick<ScanSettingsDraft, 'scanCeilingUsd' | 'monthCeilingUsd'>,
  hostCeilingUsd: number | null,
  { questions, scanUsd, scansPerMonth }: ScanEstimate,
): string | null {
  const scanCeiling = readAmount(ceilings.scanCeilingUsd);
  const monthCeiling = readAmount(ceilings.monthCeilingUsd);
  if (scanCeiling === null || monthCeiling === null)
    return 'Nothing is asked until there is a ceiling for a scan and for a month.';
  if (questions > maxScanQuestions)
    return `A scan has at most ${maxScanQuestions.toLocaleString('en')} questions.`;
  if (scanUsd > scanCeiling)
    return 'No scan can run: it would cost more than the ceiling of a scan.';
  if (scanUsd > monthCeiling)
    return 'No scan can run: it would cost more than the ceiling of a month.';
  // Of no budget at all, `findShortfalls` says so.
  if (hostCeilingUsd && scanUsd > hostCeilingUsd)
    return 'No scan can run: it would cost more than this installation allows (SCAN_BUDGET).';
  // Sums of prices are not exact.
  const affordable = Math.floor(monthCeiling / scanUsd + 1e-9);
  if (scansPerMonth !== null && affordable < Math.floor(scansPerMonth))
    return `The ceiling of a month is enough for ${affordable} of about ${Math.round(scansPerMonth)} scans.`;
  return monthCeiling < scanCeiling
    ? 'The ceiling of a month is below that of a scan, so no scan can cost as much as its own ceiling.'
    : null;
}

/**
 * Why nothing, or not everything, would be asked with these settings, in sentences; empty if everything is.
 * @param hostCeilingUsd the most that all sites of the host may spend in a month, in US dollars; null if unknown
 */
export function findShortfalls(
  draft: ScanSettingsDraft,
  offered: readonly OfferedPlatform[],
  hostCeilingUsd: number | null,
  estimate: ScanEstimate,
): string[] {
  const missing = findMissingChoice(draft, offered, estimate);
  // Without connected platforms, what is missing says so.
  const leftOut = missing === null ? describeLeftOut(draft, offered) : [];
  const ceiling = findLowCeiling(draft, hostCeilingUsd, estimate);
  const budget =
    hostCeilingUsd === 0 && offered.some(({ invented }) => !invented)
      ? 'SCAN_BUDGET is not set on this installation, so nothing may be spent.'
      : null;
  return [missing, ...leftOut, ceiling, budget].filter((sentence) => sentence !== null);
}

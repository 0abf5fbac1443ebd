import { maxScanQuestions, type ScanSettings } from '../../contract/sightline/scans.ts';
import { formatCount } from '../format-count.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { countQuestions, type PlannedQuestion, type ScanPlan } from '../store/ledger.ts';
import { formatDollars, toMillionths } from './dollars.ts';
import type { Platform } from './platform.ts';
import type { ScanSubject } from './scan-runner.ts';

type Subject = Pick<ScanSubject, 'site' | 'prompts' | 'settings'>;

/** The zone in which a site's months are counted. */
export const zoneOf = (settings: ScanSettings | null): string => settings?.schedule?.zone ?? 'UTC';

const chosenPlatforms = (
  settings: ScanSettings | null,
  platforms: readonly Platform[],
): Platform[] => platforms.filter(({ id }) => settings?.platforms.includes(id));

/**
 * What a scan asks. Platforms that are not connected are left out, and so are regions whose location a platform cannot
 * take: a location that cannot be sent is never asked for.
 */
export function planScan({ prompts, settings }: Subject, platforms: readonly Platform[]): ScanPlan {
  const asked = chosenPlatforms(settings, platforms).filter(({ isConnected }) => isConnected);
  return {
    prompts: prompts.filter(({ retired }) => !retired).map(({ id, text }) => ({ id, text })),
    cells: asked.flatMap(({ id, model, estimate, canAskFrom }) =>
      (settings?.regions ?? [])
        .filter(canAskFrom)
        .map((region) => ({ platform: id, region, model, estimate })),
    ),
    runs: settings?.runs ?? 1,
    scanCeiling: toMillionths(settings?.scanCeilingUsd ?? 0),
    monthCeiling: toMillionths(settings?.monthCeilingUsd ?? 0),
    zone: zoneOf(settings),
  };
}

/** A plan whose ceilings are at most those of the current settings, as those of a scan that is asked again are. */
export const withCeilingsOf = (settings: ScanSettings | null, plan: ScanPlan): ScanPlan => ({
  ...plan,
  scanCeiling: Math.min(plan.scanCeiling, toMillionths(settings?.scanCeilingUsd ?? 0)),
  monthCeiling: Math.min(plan.monthCeiling, toMillionths(settings?.monthCeilingUsd ?? 0)),
});

/** Whether the set-up would still ask a question of a plan. */
export function isStillAsked(
  { prompts, settings }: Pick<Subject, 'prompts' | 'settings'>,
  plan: ScanPlan,
  question: PlannedQuestion,
): boolean {
  const [cell, prompt] = [plan.cells[question.cell], plan.prompts[question.prompt]];
  if (!(settings && cell && prompt)) return false;
  return (
    settings.platforms.some((platform) => platform === cell.platform) &&
    settings.regions.includes(storedRegionOf(cell.region)) &&
    question.run <= settings.runs &&
    prompts.some(({ id, retired }) => id === prompt.id && !retired)
  );
}

/** What a plan is estimated to cost, in millionths of a US dollar. */
export const estimatePlan = ({ prompts, cells, runs }: ScanPlan): number =>
  prompts.length * runs * cells.reduce((sum, { estimate }) => sum + estimate, 0);

/** What is spent and reserved this month, and the host's ceiling; in millionths of a US dollar. */
export interface Spending {
  monthSpent: number;
  hostSpent: number;
  hostCeiling: number;
}

const noBudget = 'SCAN_BUDGET is not set on this installation, so nothing may be spent.';

/** Why an amount cannot be spent, for the user; null if it can. @param noun what costs it, such as "This scan" */
export function findCeiling(
  amount: number,
  noun: string,
  { scanCeiling, monthCeiling }: Pick<ScanPlan, 'scanCeiling' | 'monthCeiling'>,
  { scanSpent = 0, monthSpent, hostSpent, hostCeiling }: Spending & { scanSpent?: number },
): string | null {
  const costs = `${noun} is estimated to cost ${formatDollars(amount, 'up')}`;
  if (scanSpent + amount > scanCeiling)
    return scanSpent === 0
      ? `${costs}, but the ceiling of a scan is ${formatDollars(scanCeiling, 'down')}.`
      : `${costs}, but only ${formatDollars(Math.max(0, scanCeiling - scanSpent), 'down')} of the ceiling of ${formatDollars(scanCeiling, 'down')} are left.`;
  if (monthSpent + amount > monthCeiling)
    return `${costs}, but only ${formatDollars(Math.max(0, monthCeiling - monthSpent), 'down')} of the site's ${formatDollars(monthCeiling, 'down')} are left this month.`;
  if (hostCeiling === 0 && amount > 0) return noBudget;
  // Without what is left, which would tell what other accounts spend.
  if (amount > hostCeiling)
    return `${costs}, but the ceiling of this installation for a month is ${formatDollars(hostCeiling, 'down')} (SCAN_BUDGET).`;
  if (hostSpent + amount > hostCeiling)
    return `${costs}, but less than that is left this month of this installation's ${formatDollars(hostCeiling, 'down')} (SCAN_BUDGET).`;
  return null;
}

/** What the set-up still has to say before a scan can be run, and what is not connected, in sentences. */
function findMissing({ settings }: Subject, platforms: readonly Platform[]): string[] {
  if (settings === null) return ['No platform is chosen in the set-up.'];
  const missing: string[] = [];
  const chosen = chosenPlatforms(settings, platforms);
  if (settings.platforms.length === 0) missing.push('No platform is chosen in the set-up.');
  else if (chosen.every(({ isConnected }) => !isConnected))
    missing.push(
      'None of the chosen platforms is connected.',
      ...chosen.flatMap(({ offered }) => offered.missing ?? []),
    );
  if (settings.regions.length === 0) missing.push('No region is chosen in the set-up.');
  if (settings.scanCeilingUsd === null || settings.monthCeilingUsd === null)
    missing.push('There is no ceiling for a scan and for a month. Without both, nothing is asked.');
  return missing;
}

/** Why a planned scan cannot run, for the user, with everything that is missing; null if it can. */
export function findObstacle(
  subject: Subject,
  platforms: readonly Platform[],
  plan: ScanPlan,
  spending: Spending,
): string | null {
  if (!subject.site.active) return 'This site is archived.';
  const missing = findMissing(subject, platforms);
  if (missing.length === 0 && plan.cells.length === 0)
    missing.push('The chosen platforms cannot be asked from any of the chosen regions.');
  if (plan.prompts.length === 0) missing.push('There are no questions to ask.');
  if (spending.hostCeiling === 0 && platforms.some(({ offered }) => !offered.invented))
    missing.push(noBudget);
  if (missing.length > 0) return missing.join(' ');
  const questions = countQuestions(plan);
  if (questions > maxScanQuestions)
    return `A scan has at most ${formatCount(maxScanQuestions, 'question')}, but this one would have ${formatCount(questions, 'question')}.`;
  return findCeiling(estimatePlan(plan), 'This scan', plan, spending);
}

import { type CollectionSettings, maxScanQuestions } from '../../contract/sightline/collect.ts';
import { formatCount } from '../format-count.ts';
import { countQuestions, type PlannedQuestion, type ScanPlan } from '../store/ledger.ts';
import type { ScanSubject } from './collector.ts';
import { formatDollars, toMillionths } from './dollars.ts';
import type { Platform } from './platform.ts';

type Subject = Pick<ScanSubject, 'prompts' | 'settings'>;

/** The zone in which a site's months are counted. */
export const zoneOf = (settings: CollectionSettings | null): string =>
  settings?.schedule?.zone ?? 'UTC';

const chosenPlatforms = (
  settings: CollectionSettings | null,
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
export const withCeilingsOf = (settings: CollectionSettings | null, plan: ScanPlan): ScanPlan => ({
  ...plan,
  scanCeiling: Math.min(plan.scanCeiling, toMillionths(settings?.scanCeilingUsd ?? 0)),
  monthCeiling: Math.min(plan.monthCeiling, toMillionths(settings?.monthCeilingUsd ?? 0)),
});

/** Whether the set-up would still ask a question of a plan. */
export function isStillAsked(
  { prompts, settings }: Subject,
  plan: ScanPlan,
  question: PlannedQuestion,
): boolean {
  const [cell, prompt] = [plan.cells[question.cell], plan.prompts[question.prompt]];
  if (!(settings && cell && prompt)) return false;
  return (
    settings.platforms.some((platform) => platform === cell.platform) &&
    settings.regions.includes(cell.region) &&
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

/** Why an amount cannot be spent, for the user; null if it can. @param noun what costs it, such as "This scan" */
export function findCeiling(
  amount: number,
  noun: string,
  { scanCeiling, monthCeiling }: Pick<ScanPlan, 'scanCeiling' | 'monthCeiling'>,
  { scanSpent = 0, monthSpent, hostSpent, hostCeiling }: Spending & { scanSpent?: number },
): string | null {
  const costs = `${noun} is estimated to cost ${formatDollars(amount)}`;
  if (scanSpent + amount > scanCeiling)
    return scanSpent === 0
      ? `${costs}, but the ceiling of a scan is ${formatDollars(scanCeiling)}.`
      : `${costs}, but only ${formatDollars(Math.max(0, scanCeiling - scanSpent))} of the ceiling of ${formatDollars(scanCeiling)} are left.`;
  if (monthSpent + amount > monthCeiling)
    return `${costs}, but only ${formatDollars(Math.max(0, monthCeiling - monthSpent))} of the site's ${formatDollars(monthCeiling)} are left this month.`;
  if (hostSpent + amount > hostCeiling)
    return `${costs}, but only ${formatDollars(Math.max(0, hostCeiling - hostSpent))} of this installation's ${formatDollars(hostCeiling)} for all scans are left this month (SCAN_BUDGET).`;
  return null;
}

function findMissingChoice({ settings }: Subject, platforms: readonly Platform[]): string | null {
  const chosen = chosenPlatforms(settings, platforms);
  if (settings === null || settings.platforms.length === 0)
    return 'No platform is chosen in the set-up.';
  if (settings.regions.length === 0) return 'No region is chosen in the set-up.';
  if (chosen.every(({ isConnected }) => !isConnected))
    return ['None of the chosen platforms is connected.']
      .concat(chosen.flatMap(({ offered }) => offered.missing ?? []))
      .join(' ');
  return null;
}

/** Why a planned scan cannot run, for the user; null if it can. */
export function findObstacle(
  subject: Subject,
  platforms: readonly Platform[],
  plan: ScanPlan,
  spending: Spending,
): string | null {
  const missing = findMissingChoice(subject, platforms);
  if (missing !== null) return missing;
  if (plan.cells.length === 0)
    return 'The chosen platforms cannot be asked from any of the chosen regions.';
  if (plan.prompts.length === 0) return 'There are no questions to ask.';
  const questions = countQuestions(plan);
  if (questions > maxScanQuestions)
    return `A scan has at most ${formatCount(maxScanQuestions, 'question')}, but this one would have ${formatCount(questions, 'question')}.`;
  const { settings } = subject;
  if (settings?.scanCeilingUsd === null || settings?.monthCeilingUsd === null)
    return 'There is no ceiling for a scan and for a month. Without both, nothing is asked.';
  return findCeiling(estimatePlan(plan), 'This scan', plan, spending);
}

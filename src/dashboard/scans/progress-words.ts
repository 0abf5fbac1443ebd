import { platforms } from '../../contract/enums.ts';
import type { ScanRun } from '../../contract/sightline/scans.ts';
import { countText, countWithNoun } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';
import { money } from './money.ts';

const names = new Map<string, string>(platforms.map(({ id, name }) => [id, name]));

/** The name of a platform; its ID if it is unknown. */
export const platformName = (id: string | null): string => names.get(id ?? '') ?? id ?? 'Unknown';

/** "312 of 480 answers". */
export const describeAnswered = (answered: number, questions: number): string =>
  answered === questions
    ? countWithNoun(answered, 'answer', 'answers', pageLocale())
    : `${countText(answered, pageLocale())} of ${countWithNoun(questions, 'answer', 'answers', pageLocale())}`;

/** "about 4 minutes left". */
export function describeRemaining(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90)
    return `about ${countWithNoun(minutes, 'minute', 'minutes', pageLocale())} left`;
  const hours = Math.round(minutes / 60);
  return `about ${countWithNoun(hours, 'hour', 'hours', pageLocale())} left`;
}

/** "Claude API: 2 failed"; null if no question failed on the platform. */
export const describeFailedCount = ({
  platform,
  failed,
}: Pick<ScanRun['platforms'][number], 'platform' | 'failed'>): string | null =>
  failed ? `${platformName(platform)}: ${countText(failed, pageLocale())} failed` : null;

/** "312 of 480 answers, $1.84 of $3.10, about 4 minutes left; Claude API: 2 failed". */
export function describeProgress(scan: ScanRun): string {
  const progress = [
    describeAnswered(scan.answered ?? 0, scan.questions ?? 0),
    // Invented platforms cost nothing.
    ...(scan.estimateUsd ? [`${money(scan.costUsd ?? 0)} of ${money(scan.estimateUsd)}`] : []),
    ...(scan.remainingMs === null ? [] : [describeRemaining(scan.remainingMs)]),
  ].join(', ');
  const failures = scan.platforms.map(describeFailedCount).filter((text) => text !== null);
  return [progress, ...failures].join('; ');
}

/** ", waiting for Claude API"; empty if a scan waits for nothing. */
export const describeWait = (platforms: readonly string[]): string =>
  platforms.length === 0
    ? ''
    : `, waiting for ${new Intl.ListFormat('en').format(platforms.map(platformName))}`;

/** How many questions have an outcome, in whole percent. Below 100 until every one has. */
export function percentDone({
  questions,
  answered,
  failed,
}: Pick<ScanRun, 'questions' | 'answered' | 'failed'>): number {
  return questions ? Math.floor((100 * ((answered ?? 0) + (failed ?? 0))) / questions) : 0;
}

import { isTimestamp } from '../../../contract/fields.ts';
import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import { dayAndTime } from '../../time/format.ts';
import type { Names } from './names.ts';

/** When an answer's scan ended, in a zone; words if that is unknown. */
export const scanTimeOf = (completedAt: string | null, zone: string): string =>
  completedAt !== null && isTimestamp(completedAt)
    ? dayAndTime(Date.parse(completedAt), zone, undefined)
    : 'unknown time';

/** "ChatGPT · Germany · Fri, Nov 20, 2026, 11:37 PM": where and when an answer was given. */
export function circumstancesOf(answer: ListedAnswer, names: Names, zone: string): string {
  const { platform, region, completedAt, run } = answer;
  const parts = [names.platformOf(platform), names.regionOf(region), scanTimeOf(completedAt, zone)];
  // Runs beyond the first repeat a prompt within a scan.
  if (run !== null && run > 1) parts.push(`run ${run}`);
  return parts.join(' · ');
}

/** "model gpt-x · searched the web": how an answer came about, as far as it is known. */
export function provenanceOf({ model, searched }: ListedAnswer): string | null {
  const parts = [
    ...(model ? [`model ${model}`] : []),
    ...(searched === null ? [] : [searched ? 'searched the web' : 'did not search the web']),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Whether an answer names a brand; null if it is not known which one matters. */
export const isNaming = (answer: ListedAnswer, brandId: string | null): boolean | null =>
  brandId === null ? null : answer.mentions.some((each) => each.brandId.toLowerCase() === brandId);

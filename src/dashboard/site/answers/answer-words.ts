import { isTimestamp } from '../../../contract/fields.ts';
import {
  type Answer,
  type ListedAnswer,
  maxAnswerLength,
} from '../../../contract/sightline/answers.ts';
import { countText } from '../../../figures/formats/counts.ts';
import { dayAndTime, shortDay, tickText } from '../../../figures/formats/dates.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { pageLocale } from '../../locale.ts';
import type { Names } from './names.ts';

/** The notice above a text that is not shown in full. */
export const describeCut = (): string =>
  `Only the first ${countText(maxAnswerLength, pageLocale())} characters of the text are shown.`;

/** When an answer's scan ended, in a zone; "unknown time" if the time is missing or invalid. */
export const scanTimeOf = (completedAt: string | null, zone: string): string =>
  completedAt !== null && isTimestamp(completedAt)
    ? dayAndTime(Date.parse(completedAt), zone, pageLocale())
    : 'unknown time';

/** A shorter `scanTimeOf`: "Nov 21, 11:37 PM", with the year unless it is the current one. */
export function shortScanTimeOf(completedAt: string | null, zone: string, now: number): string {
  if (completedAt === null || !isTimestamp(completedAt)) return 'unknown time';
  const instant = Date.parse(completedAt);
  const time = tickText(instant, 'hour', zone, pageLocale());
  return `${shortDay(instant, now, zone, pageLocale())}, ${time}`;
}

/** "ChatGPT · Germany · Nov 20, 11:37 PM": where and when an answer was given. Names the run if it is not the first. */
export function contextLineOf(answer: ListedAnswer, names: Names, scanTime: string): string {
  const { platform, region, run } = answer;
  const parts = [names.platformOf(platform), names.regionOf(region), scanTime];
  // A scan may run a prompt more than once; only later runs need a label.
  if (run !== null && run > 1) parts.push(`run ${run}`);
  return parts.join(' · ');
}

/** "model gpt-x · web search": how an answer was produced, as far as that is known; null if nothing is known. */
export function provenanceOf({ model, searched }: ListedAnswer): string | null {
  const parts = [
    ...(model ? [`model ${model}`] : []),
    ...(searched === null ? [] : [searched ? 'web search' : 'no web search']),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Like `provenanceOf`, with the location that was sent with the question: "… · location sent: Germany". */
export function wholeProvenanceOf(answer: Answer, names: Names): string | null {
  const provenance = provenanceOf(answer);
  const { location } = answer;
  const parts = [
    ...(provenance === null ? [] : [provenance]),
    // Often a region code.
    ...(location ? [`location sent: ${isolate(names.regionOf(location))}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Whether an answer names the brand with this ID, which must be in lower case; null if the ID is null. */
export const namesBrand = (answer: ListedAnswer, brandId: string | null): boolean | null =>
  brandId === null
    ? null
    : answer.mentions.some((mention) => mention.brandId.toLowerCase() === brandId);

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
};

/** "1st", "2nd", "3rd", …: the place of a brand among those that an answer names; null if it is unknown. */
export function placeText({ place }: ListedAnswer['mentions'][number]): string | null {
  if (place === null || !Number.isSafeInteger(place) || place < 1) return null;
  const suffix = ordinalSuffixes[ordinalRules.select(place)] ?? 'th';
  return `${countText(place, pageLocale())}${suffix}`;
}

/** The place of the brand with this ID, which must be in lower case; null if it is unknown. */
export function placeOfBrand({ mentions }: ListedAnswer, brandId: string | null): string | null {
  const mention = mentions.find((other) => other.brandId.toLowerCase() === brandId);
  return mention === undefined ? null : placeText(mention);
}

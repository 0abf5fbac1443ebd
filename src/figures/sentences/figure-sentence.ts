import { metricName, nameInSentence } from '../series/names.ts';
import type { Wording } from '../series/wording.ts';
import { isolate } from '../text/isolate.ts';

/** What a figure covers, within the report: everything, or one platform, region, cell of the matrix or prompt. */
export interface Place {
  /** `cell` for one platform in one region. */
  kind: 'all' | 'platform' | 'region' | 'cell' | 'prompt';
  label: string;
}

export const everywhere: Place = { kind: 'all', label: '' };

/** Such as " on ChatGPT"; empty for everything. */
function placeText({ kind, label }: Place, isShareOfAnswers: boolean): string {
  if (kind === 'all') return '';
  if (kind === 'region') return ` in ${isolate(label)}`;
  if (kind === 'prompt') {
    return `${isShareOfAnswers ? '' : ' in answers'} to ${nameInSentence('prompt', label)}`;
  }
  return ` on ${isolate(label)}`;
}

/**
 * A brand's figure as a sentence without a full stop: "Acme is named in 34.0% of answers on ChatGPT". Names the metric
 * instead if its unit is not percent: "Acme’s sentiment is 61.2".
 * @param isAverage whether the value is an average over scans, and so not a share of all their answers
 */
export function figureSentence(
  metric: string,
  brandName: string,
  value: string,
  place: Place,
  { unit }: Wording,
  isAverage: boolean,
): string {
  const brand = isolate(brandName);
  const answers = isAverage ? 'a scan’s answers' : 'answers';
  const average = isAverage ? ' on average' : '';
  if (unit === '%') {
    if (metric === 'visibility') {
      return `${brand} is named${average} in ${value} of ${answers}${placeText(place, true)}`;
    }
    if (metric === 'gap')
      return `${brand} is missing${average} from ${value} of ${answers}${placeText(place, true)}`;
    if (metric === 'shareOfVoice') {
      return `${brand} has${average} ${value} of ${isAverage ? 'a scan’s' : 'all'} mentions of brands${placeText(place, false)}`;
    }
  }
  return `${brand}’s ${metricName(metric).toLowerCase()} is ${value}${placeText(place, false)}`;
}

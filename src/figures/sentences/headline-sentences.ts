import type { PeriodComparison } from '../comparison/compare-report.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { periodNamesOf } from '../comparison/period-names.ts';
import {
  changedSentence,
  describeRemark,
  isVerdict,
  type RemarkedVerdict,
} from '../comparison/shown-verdict.ts';
import type { Locale } from '../formats/dates.ts';
import { valueText, type Wording } from '../series/wording.ts';
import { isolate } from '../text/isolate.ts';
import { formatShortVerdict } from '../verdicts/words.ts';
import { everywhere, figureSentence } from './figure-sentence.ts';

/** A brand's figure at the latest scan as a sentence; null says that it has none. */
export const latestFigureSentence = (
  metric: string,
  brand: string,
  latest: number | null,
  wording: Wording,
): string =>
  latest === null
    ? `The latest scan has no figure for ${isolate(brand)}.`
    : `${figureSentence(metric, brand, valueText(latest, wording), everywhere, wording, false)} in the latest scan.`;

/** A verdict within a sentence: "a real rise", "within the usual scatter". */
function verdictInSentence(
  verdict: RemarkedVerdict,
  isVerdictExploratory: boolean,
  locale: Locale,
): string {
  const words = {
    real: verdict.kind === 'real' && verdict.change > 0 ? 'a real rise' : 'a real drop',
    scatter: 'within the usual scatter',
    unchanged: formatShortVerdict(verdict),
    tooFew: 'too few scans to tell whether it changed',
  }[verdict.kind];
  const exploratory = isVerdictExploratory ? ' (exploratory)' : '';
  const remark = verdict.remark && describeRemark(verdict.remark, locale);
  return [words + exploratory, remark].filter(Boolean).join(', ');
}

/**
 * The figure of the later period, that of the earlier one, and the verdict, as one or two sentences.
 * @param brand the name of the brand that the figures are about
 */
export function comparedSentence(
  { now, before, verdict }: SeriesMove,
  comparison: PeriodComparison,
  isVerdictExploratory: boolean,
  brand: string,
  wording: Wording,
): string {
  const { compared, fullReport } = comparison;
  const names = periodNamesOf(comparison, wording.locale);
  const beforeText = valueText(before, wording);
  // Both halves are in view, so the sentence says which one it is about.
  const [later, earlier] =
    compared === 'halves'
      ? [` in ${names.now}`, ` in ${names.before}`]
      : ['', ' in the earlier period'];
  if (now === null) {
    const previous = before === null ? '' : ` The figure for ${names.before} was ${beforeText}.`;
    return `There is no figure for ${isolate(brand)} in ${names.now}.${previous}`;
  }
  const sentence =
    figureSentence(fullReport.metric, brand, valueText(now, wording), everywhere, wording, true) +
    later;
  if (before === null) {
    return `${sentence}. There is no figure for ${names.before} to compare it with.`;
  }
  const comparedWith = `${sentence}, compared with ${beforeText}${earlier}`;
  if (!isVerdict(verdict)) {
    const reason =
      verdict.kind === 'changed' ? ` ${changedSentence(verdict, wording.locale)}.` : '';
    return `${comparedWith}.${reason}`;
  }
  const verdictText = verdictInSentence(verdict, isVerdictExploratory, wording.locale);
  if (verdict.kind !== 'real') return `${comparedWith}: ${verdictText}.`;
  const direction = verdict.change > 0 ? 'up' : 'down';
  return `${sentence}, ${direction} from ${beforeText}${compared === 'halves' ? earlier : ''}: ${verdictText}.`;
}

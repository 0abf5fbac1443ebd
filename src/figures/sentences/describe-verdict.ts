import {
  changedSentence,
  describeRemark,
  isVerdict,
  type RemarkedVerdict,
  type ShownVerdict,
} from '../comparison/shown-verdict.ts';
import { unsignedChange } from '../formats/values.ts';
import type { Wording } from '../series/wording.ts';
import type { ValueChange } from '../verdicts/verdicts.ts';
import { formatVerdict } from '../verdicts/words.ts';

/** A verdict as a sentence, with its remark, and its figures formatted as the view formats values. */
function sentenceOf(verdict: RemarkedVerdict, { unit, locale, decimals }: Wording): string {
  const formatSize = (size: number, means?: ValueChange) =>
    unsignedChange(means ?? size, unit, locale, decimals);
  const remark = verdict.remark && describeRemark(verdict.remark, locale);
  return [formatVerdict(verdict, formatSize), remark].filter(Boolean).join(', ');
}

/** A verdict as a sentence, or the reason why there is none; empty until it is known. */
export function describeVerdict(verdict: ShownVerdict | null, wording: Wording): string {
  if (verdict === null || verdict.kind === 'pending') return '';
  return isVerdict(verdict)
    ? sentenceOf(verdict, wording)
    : changedSentence(verdict, wording.locale);
}

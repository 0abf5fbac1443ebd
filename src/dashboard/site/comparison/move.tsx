import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ValueChange } from '../../../figures/verdicts/verdicts.ts';
import { formatVerdict } from '../../../figures/verdicts/words.ts';
import { shortChange, unsignedChange } from '../series/figures.ts';
import type { Wording } from '../series/reading.ts';
import styles from './comparison.module.css';
import type { RemarkedVerdict, ShownVerdict } from './shown-verdict.ts';
import {
  changedSentence,
  describeRemark,
  directionOf,
  isVerdict,
  toneOf,
} from './shown-verdict.ts';

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

interface ChangeProps {
  /** The averages of the later and the earlier period; null without evidence. */
  now: number | null;
  before: number | null;
  verdict: ShownVerdict;
  /** Whether the figures are the tracked brand's, so that a real move is good or bad. */
  isTracked: boolean;
  wording: Wording;
}

/** A change between two periods with its sign, and an arrow if it is a real move; a dash if it is unknown. */
export function Change({ now, before, verdict, isTracked, wording }: ChangeProps) {
  if (now === null || before === null) return <span className={styles['unknown']}>–</span>;
  const direction = directionOf(verdict);
  const Arrow = direction === 'down' ? ArrowDown : ArrowUp;
  return (
    <span
      className={styles['change']}
      data-direction={direction}
      data-tone={toneOf(direction, wording, isTracked)}
    >
      {direction && <Arrow size={14} aria-hidden="true" strokeWidth={2.5} />}
      {shortChange({ from: before, to: now }, wording.unit, wording.locale, wording.decimals)}
    </span>
  );
}

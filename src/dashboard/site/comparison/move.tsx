import { ArrowDown, ArrowUp } from 'lucide-react';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Verdict } from '../../verdicts/verdicts.ts';
import { shortVerdict, verdictSentence } from '../../verdicts/words.ts';
import { shortChange, unsignedChange } from '../report/figures.ts';
import type { Wording } from '../report/reading.ts';
import styles from './comparison.module.css';
import type { ShownVerdict } from './shown-verdict.ts';

/** The direction of a real move; null for every other verdict. */
const directionOf = (verdict: ShownVerdict): 'up' | 'down' | null =>
  verdict.kind === 'real' ? (verdict.change > 0 ? 'up' : 'down') : null;

/** A verdict as a sentence, in the units of a view. */
export const sentenceOf = (verdict: Verdict, { unit, locale, decimals }: Wording): string =>
  verdictSentence(verdict, (size) => unsignedChange(size, unit, locale, decimals));

interface VerdictProps {
  verdict: Verdict;
  wording: Wording;
  /** Whether to show a few words in place of the sentence, which stays the accessible text. */
  isShort?: boolean;
}

/** A verdict as text on a background that shows the direction of a real move. */
export function VerdictText({ verdict, wording, isShort = false }: VerdictProps) {
  const sentence = sentenceOf(verdict, wording);
  const direction = directionOf(verdict) ?? undefined;
  if (!isShort) {
    return (
      <span className={styles['verdict']} data-direction={direction}>
        {sentence}
      </span>
    );
  }
  return (
    <span className={styles['verdict']} data-direction={direction} title={sentence}>
      <span aria-hidden="true">{shortVerdict(verdict)}</span>
      <VisuallyHidden>{sentence}</VisuallyHidden>
    </span>
  );
}

interface ChangeProps {
  change: number | null;
  verdict: ShownVerdict;
  wording: Wording;
}

/** A change between two periods with its sign, and an arrow if it is a real move. */
export function Change({ change, verdict, wording }: ChangeProps) {
  if (change === null) return <span className={styles['none']}>–</span>;
  const direction = directionOf(verdict);
  const Arrow = direction === 'down' ? ArrowDown : ArrowUp;
  return (
    <span className={styles['change']} data-direction={direction ?? undefined}>
      {direction && <Arrow size={14} aria-hidden="true" strokeWidth={2.5} />}
      {shortChange({ from: 0, to: change }, wording.unit, wording.locale, wording.decimals)}
    </span>
  );
}

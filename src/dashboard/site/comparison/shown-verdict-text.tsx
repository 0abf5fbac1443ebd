import { Block } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Wording } from '../report/reading.ts';
import styles from './comparison.module.css';
import { VerdictText } from './move.tsx';
import { changedSentence, isVerdict, type ShownVerdict } from './shown-verdict.ts';

interface ShownVerdictProps {
  verdict: ShownVerdict;
  wording: Wording;
  /** Whether to show a few words in place of the sentence, which stays the accessible text. */
  isShort?: boolean;
}

/** A verdict, the reason why there is none, or a placeholder until it is known. */
export function ShownVerdictText({ verdict, wording, isShort = false }: ShownVerdictProps) {
  if (isVerdict(verdict))
    return <VerdictText verdict={verdict} wording={wording} isShort={isShort} />;
  if (verdict.kind === 'pending') return <Block width="min(11rem, 100%)" height="1.2rem" />;
  const sentence = changedSentence(verdict);
  return (
    <span className={styles['verdict']} data-changed title={isShort ? sentence : undefined}>
      {isShort ? (
        <>
          <span aria-hidden="true">measured differently</span>
          <VisuallyHidden>{sentence}</VisuallyHidden>
        </>
      ) : (
        sentence
      )}
    </span>
  );
}

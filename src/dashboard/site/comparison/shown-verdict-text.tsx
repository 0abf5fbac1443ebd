import {
  directionOf,
  type ShownVerdict,
  shortVerdictText,
  toneOf,
} from '../../../figures/comparison/shown-verdict.ts';
import { describeVerdict } from '../../../figures/sentences/describe-verdict.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { Block } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './comparison.module.css';

interface ShownVerdictProps {
  verdict: ShownVerdict;
  /** Whether the figures are the tracked brand's, so that a real move is good or bad. */
  isTracked: boolean;
  wording: Wording;
  /** Whether to show a few words instead of the sentence. The sentence remains the accessible text. */
  isShort?: boolean;
  /** Whether the few words say which way a real move went. */
  hasDirection?: boolean;
}

/**
 * Shows a verdict: a real move in bold, with a colour if it is good or bad. Without a verdict, shows the reason; until
 * either is known, a placeholder.
 */
export function ShownVerdictText({
  verdict,
  isTracked,
  wording,
  isShort = false,
  hasDirection = false,
}: ShownVerdictProps) {
  if (verdict.kind === 'pending') return <Block width="min(11rem, 100%)" height="1.2rem" />;
  const direction = directionOf(verdict);
  const sentence = describeVerdict(verdict, wording);
  return (
    <span
      className={styles['verdict']}
      data-direction={direction}
      data-tone={toneOf(direction, wording, isTracked)}
      data-changed={verdict.kind === 'changed' || undefined}
      title={isShort ? sentence : undefined}
    >
      {isShort ? (
        <>
          <span aria-hidden="true">{shortVerdictText(verdict, hasDirection)}</span>
          <VisuallyHidden>{sentence}</VisuallyHidden>
        </>
      ) : (
        sentence
      )}
    </span>
  );
}

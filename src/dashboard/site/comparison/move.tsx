import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  directionOf,
  type ShownVerdict,
  toneOf,
} from '../../../figures/comparison/shown-verdict.ts';
import { shortChange } from '../../../figures/formats/values.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import styles from './comparison.module.css';

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

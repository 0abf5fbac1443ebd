import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './document.module.css';
import type { Direction, WordedChange } from './model.ts';

/** An arrow in the direction of a real move; nothing for any other change. */
export function Arrow({ direction }: { direction: Direction }) {
  if (direction === null) return null;
  const Icon = direction === 'up' ? ArrowUp : ArrowDown;
  return <Icon className={styles['arrow']} size={13} strokeWidth={2.75} aria-hidden="true" />;
}

/** A change with its sign, and an arrow if it is a real move. */
export const ChangeText = ({ text, direction, tone }: WordedChange) => (
  <span
    className={styles['change']}
    data-direction={direction ?? undefined}
    data-tone={tone ?? undefined}
  >
    <Arrow direction={direction} />
    {text}
  </span>
);

/** A verdict in words, in bold for a real move and coloured if that is good or bad. */
export const VerdictText = ({ verdictText, direction, tone }: WordedChange) => (
  <span
    className={styles['verdict']}
    data-direction={direction ?? undefined}
    data-tone={tone ?? undefined}
  >
    {verdictText}
  </span>
);

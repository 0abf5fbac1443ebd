import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Moved } from '../../../figures/comparison/find-largest-moves.ts';
import { toneOf } from '../../../figures/comparison/shown-verdict.ts';
import { unsignedChange } from '../../../figures/formats/values.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import styles from './comparison.module.css';

interface MovedListProps<M> {
  moves: readonly M[];
  wording: Wording;
  /** Whether a move is the tracked brand's, so that it is good or bad. */
  isTracked: (move: M) => boolean;
  /** The subject of a move, such as "Fernway", "On ChatGPT" or "In France". */
  subjectOf: (move: M) => string;
  /** Wraps the content in a link or button that leads to the move. */
  renderLink: (move: M, content: ReactNode) => ReactNode;
  /** Explains the heading. */
  explanation?: ReactNode;
  /** Shown below the list: progress, failures, or that nothing moved. */
  children: ReactNode;
}

/** The largest real moves in words, each linked to where it is shown. */
export function MovedList<M extends Moved>(props: MovedListProps<M>) {
  const { moves, wording, isTracked, subjectOf, renderLink, explanation, children } = props;
  const { unit, locale, decimals } = wording;
  return (
    <section className={styles['moved']} aria-label="What moved">
      <h2>
        What moved <small>more than the usual scatter</small>
      </h2>{' '}
      {explanation}
      <ul>
        {moves.map((move) => {
          const direction = move.change > 0 ? 'up' : 'down';
          const Arrow = move.change > 0 ? ArrowUp : ArrowDown;
          const size = unsignedChange(move.means ?? Math.abs(move.change), unit, locale, decimals);
          const subject = subjectOf(move);
          const change = `${direction} ${size}`;
          const content = (
            <>
              <span
                className={styles['change']}
                data-direction={direction}
                data-tone={toneOf(direction, wording, isTracked(move))}
              >
                <Arrow size={14} aria-hidden="true" strokeWidth={2.5} />
              </span>
              <span title={`${subject}: ${change}`}>{subject}:</span> {change}
            </>
          );
          return <li key={subject}>{renderLink(move, content)}</li>;
        })}
      </ul>
      {children}
    </section>
  );
}

import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import { Block } from '../../ui/skeleton.tsx';
import { Change } from '../comparison/move.tsx';
import { ShownVerdictText } from '../comparison/shown-verdict-text.tsx';
import styles from './sources.module.css';
import { shareWording, unknownFigure } from './words.ts';

interface DomainMoveProps {
  /** Null if it is unknown. */
  move: SeriesMove | 'loading' | null;
  /** Whether the domain is the tracked brand's, so that a real move is good or bad. */
  isTracked: boolean;
}

/** The change of a domain's share above its verdict in a few words. As tall while either is loading. */
export function DomainMove({ move, isTracked }: DomainMoveProps) {
  if (move === null) return <div className={styles['moved']}>{unknownFigure}</div>;
  return (
    <div className={styles['moved']}>
      {move === 'loading' ? (
        <Block width="3.5rem" height="1rem" />
      ) : (
        <Change {...move} isTracked={isTracked} wording={shareWording} />
      )}
      <ShownVerdictText
        verdict={move === 'loading' ? { kind: 'pending' } : move.verdict}
        isTracked={isTracked}
        wording={shareWording}
        isShort
        hasDirection
      />
    </div>
  );
}

import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { useDelayed } from '../../ui/use-delayed.ts';
import type { Shade } from '../series/shade.ts';
import type { CellKey } from './cell-key.ts';
import styles from './matrix.module.css';

/** Loaded on demand: not every service lists answers. */
const CellAnswers = lazy(() =>
  import('./cell-answers.tsx').then(
    ({ CellAnswers }) => ({ default: CellAnswers }),
    () => ({ default: () => null }),
  ),
);

/** Milliseconds that the pointer or the focus rests on a cell before its answers are counted. */
const restDelay = 150;

interface CellBoxProps {
  cellKey: CellKey;
  /** Whether the Tab key stops in this cell. */
  isActive: boolean;
  isTotal: boolean;
  /** Null without a mean. */
  shade: Shade | null;
  /** Whether to link to the cell's answers. */
  hasAnswers: boolean;
  children: ReactNode;
}

/** A cell of the grid. Counts its answers once the pointer or the focus rests on it. */
export function CellBox(props: CellBoxProps) {
  const { cellKey, isActive, isTotal, shade, hasAnswers, children } = props;
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isCountShown = useDelayed(isPointedAt || hasFocus, restDelay);
  return (
    <td
      style={{ '--strength': shade?.strength ?? 0 } as CSSProperties}
      data-side={shade?.side ?? undefined}
      data-total={isTotal || undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {children}
      {hasAnswers && (
        <Suspense fallback={<span className={styles['answers']}>&nbsp;</span>}>
          <CellAnswers {...{ cellKey, isActive, isCountShown }} />
        </Suspense>
      )}
    </td>
  );
}

import { useHasPage } from '../../app/session/share-overrides.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { valueText, type Wording } from '../series/reading.ts';
import { describeScale } from './describe-scale.ts';
import styles from './matrix.module.css';
import type { Matrix } from './matrix.ts';

/** Explains the cells' colours and lines, and the keyboard controls. */
export function Legend({ matrix, wording }: { matrix: Matrix; wording: Wording }) {
  const { meanRange, valueRange } = matrix;
  const hasTimelinePage = useHasPage('timeline');
  if (!meanRange || !valueRange) return null;
  const [lowText, highText] = meanRange.map((mean) => valueText(mean, wording));
  return (
    <p className={styles['legend']}>
      <span className={styles['range']}>
        {lowText === highText ? (
          describeScale(meanRange, wording)
        ) : (
          <>
            Stronger colours mean higher values: {lowText}
            <span className={styles['scale']} aria-hidden="true" />
            <VisuallyHidden>to</VisuallyHidden> {highText}
          </>
        )}
      </span>
      <span>
        All lines share one scale, {valueText(valueRange[0], wording)} to{' '}
        {valueText(valueRange[1], wording)}
      </span>
      <span className={styles['keys']}>
        Arrow keys move between cells{hasTimelinePage && '; Enter opens a cell’s timeline'}
      </span>
    </p>
  );
}

import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './comparison.module.css';

interface StripFrameProps {
  /** `short` has two figures beside the list of what moved; `figures` has two figures and no list. */
  size?: 'full' | 'short' | 'figures';
  children?: ReactNode;
}

/** The card of a comparison's figures, whose height stays the same when they arrive. */
export const StripFrame = ({ size = 'full', children }: StripFrameProps) => (
  <Card>
    <div className={styles['frame']}>
      <div className={styles['strip']} data-size={size}>
        {children}
      </div>
    </div>
  </Card>
);

import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './comparison.module.css';

interface StripFrameProps {
  /** `lead` is for the first two figures; `short` is for two figures and the list of what moved; `figures` is for figures without that list. */
  size?: 'full' | 'lead' | 'short' | 'figures';
  children?: ReactNode;
}

/** A card of figures, with a minimum height so that nothing below it moves when they arrive. */
export const StripFrame = ({ size = 'full', children }: StripFrameProps) => (
  <Card>
    <div className={styles['frame']}>
      <div className={styles['strip']} data-size={size}>
        {children}
      </div>
    </div>
  </Card>
);

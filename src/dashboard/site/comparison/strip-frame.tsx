import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './comparison.module.css';

interface StripFrameProps {
  /** Whether it holds no more than two figures. */
  isShort?: boolean;
  children?: ReactNode;
}

/** The card of a comparison's figures, as high before they arrive as after. */
export const StripFrame = ({ isShort = false, children }: StripFrameProps) => (
  <Card>
    <div className={styles['frame']}>
      <div className={styles['strip']} data-short={isShort || undefined}>
        {children}
      </div>
    </div>
  </Card>
);

import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './comparison.module.css';

/** The card of the figures, as high before they arrive as after. */
export const StripFrame = ({ children }: { children: ReactNode }) => (
  <Card>
    <div className={styles['frame']}>
      <div className={styles['strip']}>{children}</div>
    </div>
  </Card>
);

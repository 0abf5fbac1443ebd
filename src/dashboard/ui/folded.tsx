import type { ReactNode } from 'react';
import styles from './folded.module.css';

/** Content that a click on its summary unfolds. Not printed. */
export function Folded({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={styles['folded']}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

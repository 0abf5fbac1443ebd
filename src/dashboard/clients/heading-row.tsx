import type { ReactNode } from 'react';
import styles from './heading-row.module.css';

/** A page's heading, with links to what can be created beside it. */
export function HeadingRow({ heading, links }: { heading: ReactNode; links: ReactNode }) {
  return (
    <div className={styles['row']}>
      <div>{heading}</div>
      <div className={styles['links']}>{links}</div>
    </div>
  );
}

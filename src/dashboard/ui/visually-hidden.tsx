import type { ReactNode } from 'react';
import styles from './hidden.module.css';

/** Text for people who listen; not drawn. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles['hidden']}>{children}</span>;
}

import styles from './progress-line.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A thin line at the top of its positioned parent, shown while new content loads and the old content stays. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className={styles['line']} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}

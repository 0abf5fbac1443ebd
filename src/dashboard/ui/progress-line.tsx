import styles from './progress-line.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A thin line at the top of a positioned parent whose old content stays while new content loads. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className={styles['line']} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}

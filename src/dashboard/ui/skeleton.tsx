import type { CSSProperties, ReactNode } from 'react';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The frame of a skeleton, invisible for its first 150 ms; `label` is for screen readers. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className={styles['loading']} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

/** Placeholder for a page's heading until it is known; `label` is for screen readers. */
export function HeadingBlock({ label }: { label: string }) {
  return (
    <h1>
      <span className={styles['loading']}>
        <Block width="min(14rem, 80%)" height="1lh" />
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </h1>
  );
}

/** One grey block of a skeleton; sizes are CSS lengths. */
export function Block({
  width,
  height,
}: {
  width: NonNullable<CSSProperties['width']>;
  height: NonNullable<CSSProperties['height']>;
}) {
  return <span className={styles['block']} style={{ width, height }} aria-hidden="true" />;
}

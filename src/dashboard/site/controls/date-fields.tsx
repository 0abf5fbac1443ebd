import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './bar.module.css';
import type { DatePair as Fields } from './date-pair.tsx';

/** Loaded on demand: most users choose a range from the list. */
const DatePair = lazyPart(async () => (await import('./date-pair.tsx')).DatePair);

/** Fields for two dates. Reserves their space while their code loads. */
export function DateFields(props: ComponentProps<typeof Fields>) {
  return (
    <Suspense fallback={<div className={styles['placeholder']} />}>
      <DatePair {...props} />
    </Suspense>
  );
}

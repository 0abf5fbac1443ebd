import { type ComponentProps, lazy, Suspense } from 'react';
import { PartUnavailable } from '../../ui/part-unavailable.tsx';
import styles from './bar.module.css';
import type { DatePair as Fields } from './date-pair.tsx';

/** Loaded on demand: most users choose a range from the list. */
const DatePair = lazy(() =>
  import('./date-pair.tsx').then(
    ({ DatePair }) => ({ default: DatePair }),
    () => ({ default: PartUnavailable }),
  ),
);

/** Fields for two dates. Reserves their space while their code loads. */
export function DateFields(props: ComponentProps<typeof Fields>) {
  return (
    <Suspense fallback={<div className={styles['awaited']} />}>
      <DatePair {...props} />
    </Suspense>
  );
}

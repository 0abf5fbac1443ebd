import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isMeasuring, measuringQuery } from '../../api/sightline/measuring.ts';
import { pageLocale } from '../../locale.ts';
import { useOnline } from '../../ui/use-online.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './measuring-notice.module.css';

/**
 * Says how many sites have been measured again while some are pending. Invalidates all other queries once none is.
 * Shows nothing offline, where another banner takes its place, or if the progress cannot be read.
 */
export function MeasuringNotice() {
  const client = useQueryClient();
  const { data, isError } = useQuery(measuringQuery());
  const isPending = data !== undefined && isMeasuring(data);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== measuringQuery().queryKey[0],
      });
    }
    wasPending.current = isPending;
  }, [client, isPending]);
  const isOnline = useOnline();
  const shown = isPending && isOnline && !isError ? data : null;
  const { format } = new Intl.NumberFormat(pageLocale());
  return (
    <>
      {/* Apart from the number, so that screen readers do not announce each new one. */}
      <div role="status">
        {shown && <VisuallyHidden>Figures are being measured again.</VisuallyHidden>}
      </div>
      {shown && (
        <aside aria-label="Measuring" className={styles['notice']}>
          <p>
            <b>
              Figures are being measured again: {format(shown.measured ?? 0)} of{' '}
              {format(shown.sites ?? 0)} {shown.sites === 1 ? 'site' : 'sites'}
            </b>
          </p>
          <p>Names are found by new rules, so figures can change.</p>
        </aside>
      )}
    </>
  );
}

import { lazy, Suspense } from 'react';
import type { Site } from '../../../contract/portfolio.ts';
import { useInView } from '../../ui/use-in-view.ts';
import styles from './site-trend.module.css';

/** Loaded on demand, so that site names do not wait for it. */
const SiteTrendFigures = lazy(async () => ({
  default: (await import('./site-trend-figures.tsx')).SiteTrendFigures,
}));

/** A site's trend, rendered only while its row is on screen. */
export function SiteTrend({ site }: { site: Site }) {
  const [ref, isInView] = useInView<HTMLDivElement>();
  return (
    <div ref={ref} className={styles['trend']}>
      {isInView && (
        <Suspense>
          <SiteTrendFigures site={site} />
        </Suspense>
      )}
    </div>
  );
}

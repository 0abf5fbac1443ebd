import { useQuery } from '@tanstack/react-query';
import type { Site } from '../../../contract/portfolio.ts';
import { shortValue } from '../../../figures/formats/values.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Sparkline } from '../../site/chart/sparkline.tsx';
import { LastScanText } from '../last-scan-text.tsx';
import { trendQuery } from '../trend.ts';
import { unknownSeriesText, unknownSeriesTitle } from '../unknown-series.ts';
import styles from './site-trend.module.css';

/** Loads a site's trend and shows it. */
export function SiteTrendFigures({ site }: { site: Site }) {
  const { data, error } = useQuery(trendQuery(site.id));
  const { units } = usePageSettings();
  if (error && !data) return <span>Trend unavailable</span>;
  if (!data) return null;
  const latest = data.values.at(-1) ?? null;
  return (
    <>
      <span className={styles['scanned']}>
        <LastScanText {...data} now={Date.now()} />
      </span>
      <Sparkline className={styles['line']} stroke="var(--series-1)" values={data.values} />
      {latest !== null && (
        <span className={styles['latest']}>
          <b>{shortValue(latest, units.visibility, pageLocale())}</b>
          <span className={styles['word']}> visibility</span> <small>latest scan</small>
        </span>
      )}
      {latest === null && data.values.length > 0 && (
        <span className={styles['latest']}>
          No evidence <small>latest scan</small>
        </span>
      )}
      {data.isSeriesUnknown && (
        <span className={styles['latest']} title={unknownSeriesTitle}>
          {unknownSeriesText}
        </span>
      )}
    </>
  );
}

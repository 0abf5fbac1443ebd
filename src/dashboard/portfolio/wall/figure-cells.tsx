import { Link } from '@tanstack/react-router';
import { usePageSettings } from '../../session/use-session.ts';
import { Change, VerdictText } from '../../site/comparison/move.tsx';
import { decimalsFor, shortValue } from '../../site/report/figures.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Scanned } from '../scanned.tsx';
import { Sparkline } from '../sparkline.tsx';
import type { ClientFigures } from './figures.ts';
import type { WallRow } from './order.ts';
import styles from './wall.module.css';

export interface CellProps {
  row: WallRow;
}

/** "1 site", "3 sites", or "100+ sites" where the list goes on. */
function siteCount({ sites, hasMoreSites }: ClientFigures): string {
  return sites.length === 1 ? '1 site' : `${sites.length}${hasMoreSites ? '+' : ''} sites`;
}

/** How many sites a client has, and the one whose figures the row shows. */
export function Sites({ row: { figures } }: CellProps) {
  if (!figures) return null;
  const { shown } = figures;
  if (!shown) return <span className={styles['none']}>No active sites</span>;
  const name = shown.site.name || shown.site.id;
  return (
    <>
      <span>{siteCount(figures)}</span>
      <span className={styles['under']} title={name}>
        {figures.sites.length > 1 && 'Shown: '}
        <bdi>{name}</bdi>
      </span>
    </>
  );
}

/** The tracked brand's visibility, with a link to the timeline that explains it. */
export function Visibility({ row: { client, figures } }: CellProps) {
  const unit = usePageSettings().units.visibility;
  if (!figures?.shown) return null;
  const { site, comparison } = figures.shown;
  const { now } = comparison;
  return (
    <Link
      to="/clients/$clientId/sites/$siteId/timeline"
      params={{ clientId: client.id, siteId: site.id }}
      search={{ range: '30d' }}
      className={styles['figure']}
    >
      {now === null ? (
        <span className={styles['none']}>No evidence</span>
      ) : (
        shortValue(now, unit, undefined, decimalsFor(unit, now))
      )}
      <VisuallyHidden> visibility of {site.name || site.id} in the last 30 days</VisuallyHidden>
    </Link>
  );
}

/** The change over the last 30 days, and whether it is real. */
export function RecentChange({ row: { figures, verdict } }: CellProps) {
  const unit = usePageSettings().units.visibility;
  if (!figures?.shown) return null;
  if (verdict === null) return <span className={styles['none']}>–</span>;
  const { now, change } = figures.shown.comparison;
  const wording = { zone: 'UTC', locale: undefined, unit, decimals: decimalsFor(unit, now ?? 0) };
  return (
    <>
      <Change change={change} verdict={verdict} wording={wording} />{' '}
      <VerdictText verdict={verdict} wording={wording} short />
    </>
  );
}

export function Trend({ row: { figures } }: CellProps) {
  return figures?.shown ? <Sparkline values={figures.shown.trend.values} /> : null;
}

export function LastScan({ row: { figures } }: CellProps) {
  return figures?.shown ? <Scanned {...figures.shown.trend} now={Date.now()} /> : null;
}

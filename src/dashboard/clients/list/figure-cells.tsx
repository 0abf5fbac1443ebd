import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shortValue } from '../../../figures/formats/values.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { Sparkline } from '../../site/chart/sparkline.tsx';
import { Change } from '../../site/comparison/move.tsx';
import { ShownVerdictText } from '../../site/comparison/shown-verdict-text.tsx';
import { Block } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LastScanText } from '../last-scan-text.tsx';
import type { Trend as TrendFigures } from '../trend.ts';
import { unknownSeriesText, unknownSeriesTitle } from '../unknown-series.ts';
import type { CellId, FigureId } from './columns.ts';
import type { ClientFigures, ClientRow, FailedScanCount } from './figures.ts';
import styles from './list.module.css';

interface RowProps {
  row: ClientRow;
}

/** "1 site", "3 sites", or "100+ sites" if there are more. */
function describeSiteCount({ sites, hasMoreSites }: ClientFigures): string {
  if (hasMoreSites) return `${sites.length}+ sites`;
  return sites.length === 1 ? '1 site' : `${sites.length} sites`;
}

/** How many sites a client has, and the one whose figures the row shows. */
function Sites({ row: { figures, hasFailed } }: RowProps) {
  if (hasFailed) return <span className={styles['none']}>Figures unavailable</span>;
  if (!figures) return null;
  const { shown } = figures;
  if (!shown) return <span className={styles['none']}>No active sites</span>;
  const name = shown.site.name || shown.site.id;
  const label = figures.sites.length > 1 || figures.hasMoreSites ? 'Shown: ' : '';
  return (
    <>
      <span>{describeSiteCount(figures)}</span>
      <span className={styles['under']} title={label + name}>
        {label}
        <bdi>{name}</bdi>
      </span>
    </>
  );
}

/** Shown instead of a visibility: why the site has none. */
function MissingVisibility({ isSeriesUnknown }: Pick<TrendFigures, 'isSeriesUnknown'>) {
  return isSeriesUnknown ? (
    <span className={styles['none']} title={unknownSeriesTitle}>
      {unknownSeriesText}
    </span>
  ) : (
    <span className={styles['none']}>No evidence</span>
  );
}

/** The tracked brand's visibility, linked to the site's timeline. */
function Visibility({ row: { client, figures, decimals } }: RowProps) {
  const unit = usePageSettings().units.visibility;
  if (!figures?.shown) return null;
  const { site, range, comparison, trend } = figures.shown;
  const { now } = comparison;
  const hasOldValues = range === null && trend.values.length > 0;
  const days = `${Number.parseInt(range ?? '30d', 10)} days`;
  return (
    <>
      <Link
        to="/sites/$siteId/timeline"
        params={{ siteId: site.id }}
        search={{ client: client.id, ...(range === null ? { dates: 'all' } : { range }) }}
        className={styles['figure']}
      >
        {hasOldValues ? (
          <span className={styles['none']}>No recent scan</span>
        ) : now === null ? (
          <MissingVisibility {...trend} />
        ) : (
          shortValue(now, unit, pageLocale(), decimals)
        )}
        <VisuallyHidden>
          : visibility of {isolate(site.name || site.id)}
          {hasOldValues ? ' at all dates' : ` in the last ${days}`}
        </VisuallyHidden>
      </Link>
      {range !== null && range !== '30d' && (
        <span className={styles['under']} aria-hidden="true">
          {days}
        </span>
      )}
    </>
  );
}

/** The change from the previous period, with its verdict or the reason why there is none. */
function RecentChange({ row: { figures, verdict, decimals } }: RowProps) {
  const unit = usePageSettings().units.visibility;
  if (!figures?.shown) return null;
  if (verdict === null) return <span className={styles['none']}>–</span>;
  const { now, before } = figures.shown.comparison;
  const wording = { zone: 'UTC', locale: pageLocale(), unit, decimals };
  return (
    <>
      <Change now={now} before={before} verdict={verdict} isTracked wording={wording} />{' '}
      <ShownVerdictText verdict={verdict} isTracked wording={wording} isShort hasDirection />
    </>
  );
}

function Trend({ row: { figures } }: RowProps) {
  return figures?.shown ? (
    <Sparkline stroke="var(--series-1)" values={figures.shown.trend.values} />
  ) : null;
}

function LastScan({ row: { figures } }: RowProps) {
  return figures?.shown ? (
    <LastScanText {...figures.shown.trend} now={Date.now()} isHeaded />
  ) : null;
}

/** The last scan with a label, for the list, which has no column headers. */
function LabelledLastScan({ row: { figures } }: RowProps) {
  return figures?.shown ? <LastScanText {...figures.shown.trend} now={Date.now()} /> : null;
}

const failureContexts: Record<FailedScanCount['since'], string> = {
  completed: ' since the last completed one',
  'each completed': ' since each site’s last completed one',
  'none completed': ', none completed',
  unknown: '',
};

/** For example "2 failed scans since the last completed one". */
function describeFailures({ count, isMinimum, since }: FailedScanCount): string {
  const counted = `${isMinimum ? 'at least ' : ''}${count} failed ${count === 1 ? 'scan' : 'scans'}`;
  return counted + failureContexts[since];
}

/**
 * The number of a client's failed scans since each site's last completed one: a dash if unknown, bold unless it is 0.
 */
function FailedScans({ row: { figures, failedScans } }: RowProps) {
  if (!figures?.shown) return null;
  if (failedScans === null) {
    return (
      <span className={styles['none']}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>unknown</VisuallyHidden>
      </span>
    );
  }
  const { count, isMinimum } = failedScans;
  if (count === 0) return <span className={styles['none']}>0</span>;
  const description = describeFailures(failedScans);
  return (
    <span className={styles['failed']} title={description}>
      <span aria-hidden="true">{isMinimum ? `${count}+` : count}</span>
      <VisuallyHidden>{description}</VisuallyHidden>
    </span>
  );
}

/** The number of failed scans with a label, for the list, which has no column headers. */
function LabelledFailedScans({ row }: RowProps) {
  if (!row.figures?.shown) return null;
  return (
    <span className={styles['labelled']}>
      Failed scans: <FailedScans row={row} />
    </span>
  );
}

interface FigureContent {
  Content: (props: RowProps) => ReactNode;
  /** The usual width and height of the figures, in `rem`. */
  size: readonly [width: number, height: number];
}

/** What is known of a column only once the code of its cells has loaded. */
interface FigureColumn extends FigureContent {
  /** The names of the orders from the highest figure down and from the lowest up. */
  orderNames: readonly [string, string];
}

export const cellsOfColumns: Record<FigureId, FigureColumn> = {
  sites: { Content: Sites, size: [5, 0.75], orderNames: ['Most sites', 'Fewest sites'] },
  visibility: {
    Content: Visibility,
    size: [3, 0.875],
    orderNames: ['Highest visibility', 'Lowest visibility'],
  },
  change: { Content: RecentChange, size: [4, 0.75], orderNames: ['Largest rise', 'Largest drop'] },
  trend: { Content: Trend, size: [6, 0.75], orderNames: ['Steepest rise', 'Steepest fall'] },
  scan: { Content: LastScan, size: [5, 0.75], orderNames: ['Newest scan', 'Oldest scan'] },
  failed: {
    Content: FailedScans,
    size: [1.5, 0.75],
    orderNames: ['Most failed scans', 'Fewest failed scans'],
  },
};

const contents: Record<CellId, FigureContent> = {
  ...cellsOfColumns,
  labelledScan: { Content: LabelledLastScan, size: [7, 0.75] },
  labelledFailed: { Content: LabelledFailedScans, size: [6, 0.75] },
};

export interface CellProps extends RowProps {
  of: CellId;
}

/** One of a row's figures, or its placeholder while they load. */
export function FigureCell({ of, row }: CellProps) {
  const { Content, size } = contents[of];
  if (!row.isLoading) return <Content row={row} />;
  const [width, height] = size;
  return (
    <span className={styles['waiting']}>
      <Block width={`${width}rem`} height={`${height}rem`} />
    </span>
  );
}

import { lazy, type ReactNode, Suspense } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { calendarDay, type Locale, timeAgo } from '../../time/format.ts';
import { elementIds } from '../../ui/element-ids.ts';
import type { TimelineRequest } from '../search/search.ts';
import { countWithNoun } from '../series/figures.ts';
import type { TimelineModel } from '../series/model.ts';
import { describeScanTime, type Wording } from '../series/reading.ts';
import styles from './page.module.css';
import { SiteHeading } from './site-heading.tsx';

/** Loaded on demand: not every service counts answers or lists scans. */
const MeasuredBasis = lazy(() =>
  import('./measured-basis.tsx').then(
    ({ MeasuredBasis }) => ({ default: MeasuredBasis }),
    () => ({ default: () => null }),
  ),
);

/** Describes the UTC days of the scans in view, for print. */
function describeScanDays({ scans, reportOrder }: TimelineModel, locale: Locale): string {
  const [first, last] = [scans[reportOrder[0] ?? 0], scans[reportOrder.at(-1) ?? 0]];
  return `from ${calendarDay(first?.date ?? '', locale)} to ${calendarDay(last?.date ?? '', locale)}`;
}

/** Describes the dates that the service applied as filters; null if it applied none. */
function describeDays(report: ReportColumns, locale: Locale): string | null {
  const { startDate = null, endDate = null } = report.filters ?? {};
  const from = startDate && `from ${calendarDay(startDate, locale)}`;
  const to = endDate && `to ${calendarDay(endDate, locale)}`;
  const days = [from, to].filter(Boolean).join(' ');
  return days === '' ? null : `${days} (UTC days)`;
}

interface BasisProps {
  /** The question of the report in view, including the days of both periods if it compares two. */
  question: TimelineRequest;
  /** The scans in view; null before the first report. */
  model: TimelineModel | null;
  wording: Wording | null;
  report: ReportColumns | null;
  /** True while the report belongs to an earlier question. */
  isOld: boolean;
  /** Whether the page has drawn a report; the counts of answers and prompts load only afterwards. True by default. */
  isDrawn?: boolean;
  /** Whether the request has dates, which take up another line. */
  isDated: boolean;
  /** Why these dates are shown, if there is a reason: "last 90 days; scanned weekly". */
  fit?: string | null;
  /** Whether there may be such a reason, perhaps only once the report has loaded. False by default. */
  mayFit?: boolean;
}

/** "64 scans · last completed …": the data behind the page. */
function Basis(props: BasisProps) {
  const { question, model, wording, report, isOld, isDrawn = true, isDated, fit } = props;
  const { mayFit = false } = props;
  const { capabilities } = usePageSettings();
  const isMeasured = capabilities.includes('counts') || capabilities.includes('scans');
  const lastScan = model?.reportOrder.at(-1);
  const lineProps = {
    className: styles['basis'],
    'data-dated': isDated || undefined,
    'data-measured': isMeasured || undefined,
    'data-may-fit': mayFit || undefined,
  };
  // Reserves the space, so that nothing moves later.
  if (!model || !wording || !report) return <p {...lineProps}>&nbsp;</p>;
  const measuredBasis = isMeasured && isDrawn && (
    <Suspense>
      <MeasuredBasis {...{ question, model, wording, isOld }} />
    </Suspense>
  );
  if (lastScan === undefined) {
    // There may be completed scans all the same, if their dates are unreadable or the report has no brand.
    const isKnownEmpty = report.unplaced === 0 && report.brand !== null;
    return (
      <p {...lineProps}>
        {isKnownEmpty ? <>No completed scans in view{measuredBasis}</> : '\u00a0'}
      </p>
    );
  }
  const { timeText, zoneName } = describeScanTime(model, lastScan, wording);
  const isTimed = model.scans[lastScan]?.hasTime ?? false;
  const days = describeDays(report, wording.locale);
  return (
    <p {...lineProps}>
      {report.brand?.name && (
        <span className={styles['printedOnly']}>
          <bdi>{report.brand.name}</bdi> ·{' '}
        </span>
      )}
      {countWithNoun(model.scans.length, 'scan', 'scans', wording.locale)}
      {isTimed
        ? ` · last completed ${timeText} (${zoneName})`
        : ` · last on ${timeText} (${zoneName})`}
      {isTimed && (
        // On paper, a relative time would soon be wrong.
        <span className={styles['ago']}>
          {' '}
          · {timeAgo(model.instants[lastScan] ?? 0, Date.now())}
        </span>
      )}
      <span className={styles[days === null ? 'printedOnly' : 'days']}>
        {' '}
        · {days ?? describeScanDays(model, wording.locale)}
      </span>
      {fit && ` · ${fit}`}
      {measuredBasis}
    </p>
  );
}

interface PageHeaderProps extends BasisProps {
  actions: ReactNode;
}

/** The site's name, the data behind the page, and the page's actions. */
export function PageHeader({ actions, ...basis }: PageHeaderProps) {
  return (
    <header id={elementIds.afterFilters} tabIndex={-1}>
      <div className={styles['head']}>
        <SiteHeading />
        {actions}
      </div>
      <Basis {...basis} />
    </header>
  );
}

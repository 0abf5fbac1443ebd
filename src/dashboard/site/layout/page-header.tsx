import { lazy, type ReactNode, Suspense } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { calendarDay, type Locale, timeAgo } from '../../../figures/formats/dates.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { describeScanTime } from '../../../figures/series/scan-time.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { usePlacement } from '../placement.ts';
import { hasFilters } from '../search/filters.ts';
import type { TimelineRequest } from '../search/search.ts';
import { BasisDetails } from './basis-details.tsx';
import type { MeasuredBasisProps, MeasuredParts } from './measured-basis.tsx';
import styles from './page.module.css';
import { SiteHeading, SiteName } from './site-heading.tsx';

/** What is known of the measurement before it has loaded, or if it cannot be loaded. */
const unknownParts: MeasuredParts = {
  answers: null,
  status: null,
  hasFailed: false,
  lastCompletion: null,
  isLoading: false,
};
const loadingParts: MeasuredParts = { ...unknownParts, isLoading: true };

/** Loaded on demand: not every service counts answers or lists scans. */
const MeasuredBasis = lazy(() =>
  import('./measured-basis.tsx').then(
    ({ MeasuredBasis }) => ({ default: MeasuredBasis }),
    () => ({ default: ({ renderBasis }: MeasuredBasisProps) => renderBasis(unknownParts) }),
  ),
);

/** Describes the UTC days of the scans in view. */
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
  /** The request of the report in view, including the days of both periods if it compares two. */
  request: TimelineRequest;
  /** The scans in view; null before the first report. */
  model: TimelineModel | null;
  wording: Wording | null;
  report: ReportColumns | null;
  /** True while the report belongs to an earlier request. */
  isOld: boolean;
  /** Whether the page has drawn a report; the counts of answers and prompts load only afterwards. True by default. */
  isDrawn?: boolean;
  /** Why these dates are shown, if there is a reason: "last 90 days; scanned weekly". */
  fit?: string | null;
}

/**
 * "Last scan 5 hours ago · based on 4,578 answers to 16 prompts", with a button for the rest; in full on paper. The scan is
 * the site's last, or the last in view, and called so, if the service does not list scans.
 */
function Basis(props: BasisProps) {
  const { request, model, wording, report, isOld, isDrawn = true, fit } = props;
  const { capabilities } = usePageSettings();
  const isNameKnown = usePlacement().kind !== 'waiting';
  const isMeasured = capabilities.includes('counts') || capabilities.includes('scans');
  // Reserves the space, and waits for the name, whose width decides where the text begins.
  if (!model || !wording || !report || !isNameKnown)
    return (
      <p className={styles['basis']} data-waiting>
        &nbsp;
      </p>
    );
  const renderMeasured = (renderBasis: MeasuredBasisProps['renderBasis']) =>
    isMeasured && isDrawn ? (
      <Suspense fallback={renderBasis(loadingParts)}>
        <MeasuredBasis {...{ request, model, wording, isOld, renderBasis }} />
      </Suspense>
    ) : (
      renderBasis(isMeasured ? loadingParts : unknownParts)
    );
  const lastScan = model.reportOrder.at(-1);
  if (lastScan === undefined) {
    // There may be completed scans all the same, if their dates are unreadable or the report has no brand.
    const isKnownEmpty = report.unplaced === 0 && report.brand !== null;
    return (
      <p className={styles['basis']}>
        {isKnownEmpty ? (
          <>
            No completed scans in view
            {renderMeasured(
              ({ status, lastCompletion }) =>
                (lastCompletion !== null &&
                  ` · last scan ${timeAgo(lastCompletion, Date.now())}`) ||
                (status && ` · ${status}`),
            )}
          </>
        ) : (
          '\u00a0'
        )}
      </p>
    );
  }
  const { timeText, zoneName } = describeScanTime(model, lastScan, wording);
  const isTimed = model.scans[lastScan]?.hasTime ?? false;
  const days = describeDays(report, wording.locale);
  const count = countWithNoun(model.scans.length, 'scan', 'scans', wording.locale);
  // The last scan in view is the site's last unless filters or dates may leave out a later one.
  const isWhole =
    !hasFilters(request) && (request.endDate === null || request.endDate >= utcDay(Date.now()));
  const lastName = isWhole ? 'last' : 'last in view';
  const last = `${lastName} ${isTimed ? 'completed' : 'on'} ${timeText} (${zoneName})`;
  const ago = isTimed ? timeAgo(model.instants[lastScan] ?? 0, Date.now()) : null;
  return (
    <div className={styles['basis']}>
      <BasisDetails>
        <li>
          <SiteName />
        </li>
        <li>{count}</li>
        <li>{ago === null ? last : `${last} · ${ago}`}</li>
        <li>{days ?? describeScanDays(model, wording.locale)}</li>
        {fit && <li>{fit}</li>}
        {renderMeasured(({ answers, status }) => (
          <>
            {answers && <li>{answers}</li>}
            {status && <li>{status}</li>}
          </>
        ))}
      </BasisDetails>
      {renderMeasured(({ answers, status, hasFailed, lastCompletion, isLoading }) => {
        // Another scan is not named first, if the site's last may be a later one.
        if (isLoading && !isWhole) return <p className={styles['screenOnly']}>&nbsp;</p>;
        const lastText =
          lastCompletion === null
            ? `Last scan${isWhole ? '' : ' in view'} ${ago ?? timeText}`
            : `Last scan ${timeAgo(lastCompletion, Date.now())}`;
        const scans = [lastText, ...(hasFailed ? [status] : [])].join(' · ');
        return (
          <p className={styles['screenOnly']} title={answers ? `${scans} · ${answers}` : scans}>
            {scans}
            {answers && <span className={styles['answers']}> · {answers}</span>}
          </p>
        );
      })}
      {/* Without relative times and pending scans, which would soon be wrong on paper. */}
      <p className={styles['printedOnly']}>
        {report.brand?.name && (
          <span>
            <bdi>{report.brand.name}</bdi> ·{' '}
          </span>
        )}
        {count} · {last} · {days ?? describeScanDays(model, wording.locale)}
        {fit && ` · ${fit}`}
        {renderMeasured(({ answers }) => answers && ` · ${answers}`)}
      </p>
    </div>
  );
}

interface PageHeaderProps extends BasisProps {
  actions: ReactNode;
}

/** The site's name, the data behind the page, and the page's actions: one line where there is room. */
export function PageHeader({ actions, ...basis }: PageHeaderProps) {
  return (
    <header id={elementIds.afterFilters} tabIndex={-1} className={styles['head']}>
      <SiteHeading />
      <Basis {...basis} />
      <div>{actions}</div>
    </header>
  );
}

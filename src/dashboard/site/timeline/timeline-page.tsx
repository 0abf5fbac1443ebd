import { Suspense, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { describeFit } from '../../../figures/sentences/describe-fit.ts';
import { ApiError } from '../../api/errors.ts';
import { notFoundTypeOf } from '../../api/not-found-type.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useSite } from '../../use-site.ts';
import { ChartWidth } from '../chart/use-width.ts';
import { useComparedPeriods } from '../comparison/use-compared-periods.ts';
import { useMeasurementChanges } from '../comparison/use-measurement-changes.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import styles from '../layout/page.module.css';
import { PageActions } from '../layout/page-actions.tsx';
import { PageControls } from '../layout/page-controls.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { PageNotices } from '../layout/page-notices.tsx';
import { SiteHeading } from '../layout/site-heading.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { useRefusedParameters } from '../layout/use-refused-parameters.ts';
import { usePlacement } from '../placement.ts';
import { hasPanel, requestOf, type TimelineSearch } from '../search/search.ts';
import { useSearchUpdate } from '../search/use-optimistic-search.ts';
import { useTimelineSearch } from '../search/use-page-search.ts';
import { useFittingSearch } from '../use-fitting-search.ts';
import { useNamedFirst } from '../use-named-first.ts';
import { useReport } from '../use-report.ts';
import { DeletedScanNotice } from './deleted-scan-notice.tsx';
import { TimelineFailure } from './page-states.tsx';
import { loadHeadline } from './report.tsx';
import { ReportArea, useDrawnReport } from './report-area.tsx';
import { seriesColumns } from './table/columns.tsx';

/** Loaded on demand: few users open a panel. */
const Panels = lazyPart(async () => (await import('../panels/panels.tsx')).Panels);

/** Loaded on demand: the page shows its figures first. */
const TimelineDownload = lazyPart(
  async () => (await import('../export/timeline-download.tsx')).TimelineDownload,
);

/** Loaded on demand: it shows nothing before a note has been sent. */
const NotAddedNotice = lazyPart(
  async () => (await import('../notes/not-added-notice.tsx')).NotAddedNotice,
);

/**
 * Which panels are open. The address can open any panel, and a button opens the notes. If the site does not exist, none
 * is open.
 */
function usePanels(search: TimelineSearch, error: Error | null) {
  const [areNotesOpen, setNotesOpen] = useState(false);
  const isSiteMissing =
    error instanceof ApiError && notFoundTypeOf(error) === problemTypes.siteNotFound;
  const isOpen = !isSiteMissing && (areNotesOpen || hasPanel(search));
  return { areNotesOpen, setNotesOpen, isOpen, isSiteMissing };
}

/** The report that the URL requests, and the one that is drawn, which may be for an earlier URL. */
function useTimeline(address: ReturnType<typeof useTimelineSearch>) {
  const { correct } = address;
  const { zone } = useZoneChoice(address.search.zone);
  const today = utcDay(Date.now());
  const { search, isPending, loaded } = useFittingSearch(address.search, today, correct);
  const request = requestOf(search, today);
  const shown = useReport(request, useComparedPeriods(search, today), { loaded });
  const refused = useRefusedParameters(shown, search, correct);
  const isCompared = isPending || shown.compared !== null;
  useEffect(() => {
    if (isCompared) void loadHeadline();
  }, [isCompared]);
  const [isDrawn, setDrawn] = useState(false);
  // Verdicts need the changes at once; without verdicts, the changes can wait until the chart is drawn.
  const areChangesNeeded = isCompared || isDrawn;
  const changes = useMeasurementChanges(request, shown, areChangesNeeded);
  const drawn = useDrawnReport(request, shown, changes, search, zone);
  const { view } = drawn;
  useEffect(() => {
    if (view) startTransition(() => setDrawn(true));
  }, [view]);
  return { search, isPending, zone, today, request, shown, refused, drawn, isDrawn };
}

interface DownloadProps {
  siteName: string;
  today: string;
  drawn: ReturnType<typeof useDrawnReport>;
  /** Whether a report has been drawn. */
  isDrawn: boolean;
  /** Whether the look-up of the site's name has ended, even if the name was not found. */
  isPlacementSettled: boolean;
}

/** The button that downloads what is shown; unavailable until a report has been drawn. */
function Download(props: DownloadProps) {
  const { siteName, today, drawn, isDrawn, isPlacementSettled } = props;
  const { view, report, comparison, changes, settled: search } = drawn;
  const namedFirst = useNamedFirst(search, today, isDrawn);
  if (!isDrawn) return <DownloadButton isUnavailable />;
  const shown = view &&
    report && {
      view,
      report,
      comparison,
      columns: seriesColumns,
      namedFirst,
      changes,
      search,
      today,
      siteName,
    };
  return (
    <Suspense fallback={<DownloadButton isUnavailable />}>
      <TimelineDownload
        shown={shown}
        isWaiting={drawn.isOld || !isPlacementSettled || namedFirst === 'loading'}
      />
    </Suspense>
  );
}

/** The timeline of a site, as the URL describes it. */
export function TimelinePage() {
  const { siteId } = useSite();
  const timelineSearch = useTimelineSearch();
  const { dropped, onSearch } = timelineSearch;
  const timeline = useTimeline(timelineSearch);
  const { search, isPending, zone, today, request, shown, refused, drawn, isDrawn } = timeline;
  const { report, view } = drawn;
  const { settled, fullReport, comparison } = drawn;
  const fit = useMemo(
    () => describeFit(settled, fullReport, comparison, today),
    [settled, fullReport, comparison, today],
  );
  const change = useSearchUpdate(search, onSearch);
  const current = shown.isOld ? null : shown.report;
  const placement = usePlacement();
  const siteName = (placement.kind === 'placed' && placement.site.name) || siteId;
  const panels = usePanels(search, shown.error);
  const chartWidth = useRef(0);
  const partProps = { search, onSearch };
  const notices = (
    <PageNotices
      {...{ search, dropped, refused, shown, current, request }}
      renderFailure={(error) => (
        <TimelineFailure error={error} search={search} onSearch={onSearch} onRetry={shown.retry} />
      )}
      stillShownText={
        shown.report &&
        `Still showing the figures loaded ${dayAndTime(shown.loadedAt, zone, pageLocale())}.`
      }
    />
  );
  if (panels.isSiteMissing && !report) {
    return (
      <div className={styles['page']}>
        {placement.kind === 'placed' ? <SiteHeading /> : <h1>Site not found</h1>}
        {notices}
      </div>
    );
  }
  const isPlacementSettled = placement.kind !== 'waiting';
  const download = <Download {...{ siteName, today, drawn, isDrawn, isPlacementSettled }} />;
  return (
    <div className={styles['workspace']}>
      {view?.summaries.some(({ evidence }) => evidence.count > 0) && (
        <SkipLink to={elementIds.chart} focusOn={elementIds.plot}>
          Skip to chart
        </SkipLink>
      )}
      {panels.isOpen && (
        <Suspense>
          <Panels
            {...partProps}
            siteName={siteName}
            zone={zone}
            view={view}
            areNotesOpen={panels.areNotesOpen}
            onNotesOpenChange={panels.setNotesOpen}
          />
        </Suspense>
      )}
      <FilterPanel {...partProps} />
      <div className={styles['page']}>
        <PageHeader
          request={requestOf(settled, today)}
          model={view?.model ?? null}
          wording={view?.wording ?? null}
          report={report}
          isOld={drawn.isOld}
          isDrawn={isDrawn}
          fit={fit}
          actions={
            <PageActions
              {...{ search, onSearch, zone, today, download }}
              onNotes={() => panels.setNotesOpen(true)}
            />
          }
        />
        <SiteTabs search={search} />
        <PageControls
          {...partProps}
          zone={zone}
          today={today}
          areDatesPending={isPending}
          shownBrand={current?.brand ?? null}
        />
        <FilterChips {...partProps} />
        {(isDrawn || shown.error) && !panels.isOpen && (
          <Suspense>
            <NotAddedNotice onOpen={(recommendation) => onSearch({ ...search, recommendation })} />
          </Suspense>
        )}
        <DeletedScanNotice />
        {notices}
        <ChartWidth value={chartWidth}>
          <ReportArea
            {...drawn}
            today={today}
            shown={shown}
            willBeCompared={isPending || shown.compared !== null}
            isWaiting={!shown.error || refused.isCorrecting}
            onChange={change}
          />
        </ChartWidth>
      </div>
    </div>
  );
}

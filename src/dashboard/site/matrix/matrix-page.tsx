import { Suspense, useMemo } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { decimalsFor, isLowerBetter } from '../../../figures/formats/values.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { toModel } from '../../../figures/series/model.ts';
import { metricName, ownerOfFigures } from '../../../figures/series/names.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { uncapitalise } from '../../../figures/text/uncapitalise.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useComparedPeriods } from '../comparison/use-compared-periods.ts';
import { useComparison } from '../comparison/use-comparison.ts';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { EmptyReport } from '../layout/empty-report.tsx';
import pageStyles from '../layout/page.module.css';
import { PageActions } from '../layout/page-actions.tsx';
import { PageControls } from '../layout/page-controls.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { PageNotices } from '../layout/page-notices.tsx';
import { ReportFailure } from '../layout/report-failure.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { useRefusedParameters } from '../layout/use-refused-parameters.ts';
import { requestOf, type TimelineSearch } from '../search/search.ts';
import { useTimelineSearch } from '../search/use-page-search.ts';
import { type EmptyState, emptyStateOf } from '../series/empty.ts';
import { useReport } from '../use-report.ts';
import type { Matrix } from './matrix.ts';
import { MatrixCard } from './matrix-card.tsx';
import { FailedPartsNotice, MatrixSkeleton } from './matrix-states.tsx';
import { MatrixStrip } from './matrix-strip.tsx';
import { useMatrix } from './use-matrix.ts';

/** `useMatrix` finds the verdicts, so the page's own comparisons need no measurement changes. */
const noChanges: MeasurementChanges = [];

/** Loaded on demand: the page shows its figures first. */
const MatrixDownload = lazyPart(async () => (await import('./matrix-download.tsx')).MatrixDownload);

/** Milliseconds of loading before the old matrix is dimmed. */
const dimDelay = 150;

/** How the numbers of a matrix are formatted. */
function useWording(metric: string, matrix: Matrix | null, zone: string): Wording {
  const { units } = usePageSettings();
  const unit = new Map(Object.entries(units)).get(metric);
  const largest = Math.max(0, ...(matrix?.valueRange ?? []).map(Math.abs));
  const decimals = decimalsFor(unit, largest);
  return useMemo(
    () => ({ zone, unit, locale: pageLocale(), decimals, isLowerBetter: isLowerBetter(metric) }),
    [zone, unit, decimals, metric],
  );
}

/** Why the page shows no grid; null if it shows one. Does not offer to compare brands, which a matrix cannot show. */
function emptyMatrixStateOf(report: ReportColumns, search: TimelineSearch, zone: string) {
  const state = emptyStateOf(report, summariseSeries(toModel(report, zone)), search);
  const hasBrandAction = state?.action?.search.groupBy === 'brand';
  return state && hasBrandAction ? ({ ...state, action: null } satisfies EmptyState) : state;
}

/** The matrix of a site: one brand's figures by platform and region. */
export function MatrixPage() {
  const { dropped, search, onSearch, correct } = useTimelineSearch();
  const { zone } = useZoneChoice(search.zone);
  const today = utcDay(Date.now());
  // The URL keeps the timeline's grouping for when the user returns to the timeline.
  const platformSearch = { ...search, groupBy: 'platform' } as const;
  const keepGrouping = (next: TimelineSearch) => onSearch({ ...next, groupBy: search.groupBy });
  const request = requestOf(platformSearch, today);
  const shown = useReport(request, useComparedPeriods(search, today));
  const refused = useRefusedParameters(shown, platformSearch, (next) =>
    correct({ ...next, groupBy: search.groupBy }),
  );
  const loadedMatrix = useMatrix(request, shown);
  const { matrix, isOld, failedCount, isLoading, retry } = loadedMatrix;
  // The last matrix keeps its own name, unit and dates while the next one loads.
  const basis = loadedMatrix.basis ?? shown;
  const { inView, comparison } = useComparison(basis.report, basis.compared, noChanges);
  const newestReport = useComparison(shown.report, shown.compared, noChanges).inView;
  const metric = basis.report?.metric ?? search.metric;
  const isDim = useDelayed(isOld, dimDelay);
  const wording = useWording(metric, matrix, zone);
  const current = shown.isOld ? null : shown.report;
  const model = useMemo(() => inView && toModel(inView, zone), [inView, zone]);
  const newestEmptyState = useMemo(
    () =>
      newestReport && emptyMatrixStateOf(newestReport, { ...search, groupBy: 'platform' }, zone),
    [newestReport, search, zone],
  );
  const emptyState = shown.isOld ? null : newestEmptyState;
  const searchProps = { search: platformSearch, onSearch: keepGrouping };
  const name = `${metricName(metric)} by platform and region`;
  const ownerName = inView && ownerOfFigures(inView);
  const title = ownerName ? `${ownerName}: ${uncapitalise(name)}` : name;
  const download = (
    <Suspense fallback={<DownloadButton isUnavailable />}>
      <MatrixDownload
        shownMatrix={
          matrix &&
          inView && {
            matrix,
            report: inView,
            comparison,
            search: platformSearch,
            wording,
            title,
            today,
          }
        }
        isWaiting={isOld || isLoading}
        isEmpty={emptyState !== null}
      />
    </Suspense>
  );
  return (
    <div className={pageStyles['workspace']}>
      <FilterPanel {...searchProps} />
      <div className={pageStyles['page']}>
        <PageHeader
          request={request}
          model={model}
          wording={wording}
          report={inView}
          isOld={isOld || shown.isOld}
          actions={<PageActions {...{ search, onSearch, zone, today, download }} />}
        />
        <SiteTabs search={search} />
        <PageControls
          hasGrouping={false}
          {...searchProps}
          {...{ zone, today }}
          shownBrand={current?.brand ?? null}
        />
        <FilterChips {...searchProps} />
        <PageNotices
          {...{ search, dropped, refused, shown, current, request }}
          renderFailure={(error) => (
            <ReportFailure
              title="The matrix could not be loaded"
              error={error}
              {...searchProps}
              onRetry={shown.retry}
            />
          )}
          stillShownText={matrix && 'Still showing the matrix that was loaded earlier.'}
        />
        {failedCount > 0 && !isLoading && !shown.error && (
          <FailedPartsNotice
            retry={retry}
            areVerdictsMissing={matrix?.isCompared === true && matrix.largestMoves === null}
          />
        )}
        {emptyState && <EmptyReport state={emptyState} onSearch={keepGrouping} />}
        {!emptyState && !matrix && (!shown.error || refused.isCorrecting) && (
          <MatrixSkeleton
            chosenPlatformCount={search.platform.length}
            isCompared={shown.compared !== null}
          />
        )}
        {matrix && !emptyState && (
          <div
            className={pageStyles['report']}
            data-old={isOld || undefined}
            data-dim={isDim || undefined}
            aria-busy={isLoading}
          >
            {isLoading && <ProgressLine label="Loading the matrix" />}
            <MatrixStrip matrix={matrix} isLoading={isLoading} wording={wording} />
            <MatrixCard
              {...{ search, request, matrix, metric, comparison, wording }}
              {...{ title, name }}
            />
          </div>
        )}
      </div>
    </div>
  );
}

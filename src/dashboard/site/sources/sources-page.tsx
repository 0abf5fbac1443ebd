import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { utcDay } from '../../../contract/dates/days.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { toModel } from '../../../figures/series/model.ts';
import { siteByIdQuery } from '../../api/sightline/site-query.ts';
import { useHasTimeline, useShareOverrides } from '../../app/session/share-overrides.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { pageLocale } from '../../locale.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useSite } from '../../use-site.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { useComparedPeriods } from '../comparison/use-compared-periods.ts';
import { useComparison } from '../comparison/use-comparison.ts';
import { CompareSelect } from '../controls/compare-select.tsx';
import { DateRange } from '../controls/date-range.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import { DownloadMenu } from '../export/download-menu.tsx';
import { EmptyReport } from '../layout/empty-report.tsx';
import pageStyles from '../layout/page.module.css';
import { PageActions } from '../layout/page-actions.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { PageNotices } from '../layout/page-notices.tsx';
import { ReportFailure } from '../layout/report-failure.tsx';
import { SiteTabs } from '../layout/site-tabs.tsx';
import { useRefusedParameters } from '../layout/use-refused-parameters.ts';
import { usePlacement } from '../placement.ts';
import {
  requestInView,
  requestOf,
  type TimelineRequest,
  type TimelineSearch,
} from '../search/search.ts';
import { usePageSearch } from '../search/use-page-search.ts';
import { clearingAction, type EmptyState } from '../series/empty.ts';
import { useReport } from '../use-report.ts';
import { DomainDrawer } from './domain-drawer.tsx';
import type { Sources } from './model.ts';
import { SourcesCard } from './sources-card.tsx';
import { sourcesPage, writeView } from './sources-search.ts';
import { SourcesStrip } from './sources-strip.tsx';
import { useDomainMoves } from './use-domain-moves.ts';
import { useSources } from './use-sources.ts';

/** Why there are no domains; null if there are some, listed or not. */
function emptyStateOf(sources: Sources, search: TimelineSearch): EmptyState | null {
  if (sources.domains.length > 0 || sources.unlistedCount > 0) return null;
  const action = clearingAction(search);
  if (sources.answers === 0) {
    return action
      ? { reason: 'No answer matches these filters and dates.', action }
      : {
          reason: 'No completed scans yet. The sources that answers cite will appear here.',
          action: null,
          isUnmeasured: true,
        };
  }
  return {
    reason: action
      ? 'No answer with these filters and dates cites a source.'
      : 'No answer cites a source. Citations appear here when they are imported with the answers.',
    action,
  };
}

/** A placeholder about as tall as the strip and the table. */
const SourcesSkeleton = ({ isCompared }: { isCompared: boolean }) => (
  <Loading label="Loading the sources">
    <div className={pageStyles['skeleton']}>
      <StripFrame size={isCompared ? 'short' : 'figures'} />
      <Card>
        <Block width="100%" height="40rem" />
      </Card>
    </div>
  </Loading>
);

interface DownloadSourcesProps {
  /** Null until a report has loaded, or if the current one could not be loaded. */
  sources: Sources | null;
  /** The query of the report. */
  request: TimelineRequest;
  zone: string;
  /** The site's name, or its ID if the name is unknown. */
  siteName: string;
  /** Whether to disable the button, because the report belongs to an earlier query or the site's name is loading. */
  isWaiting: boolean;
}

/** Downloads every listed domain, scan by scan, as a CSV file. */
function DownloadSources({ sources, isWaiting, ...context }: DownloadSourcesProps) {
  const isEmpty = sources !== null && sources.domains.length === 0;
  const make = async () => {
    const [{ default: Papa }, { fileNameOf, toSourcesCsv }] = await Promise.all([
      import('papaparse'),
      import('./sources-csv.ts'),
    ]);
    const exported = { domains: sources?.domains ?? [], ...context };
    return { name: fileNameOf(exported), content: toSourcesCsv(exported, Papa.unparse) };
  };
  return (
    <DownloadMenu
      choices={[{ label: 'Every domain, scan by scan (CSV)', make }]}
      isEmpty={isEmpty}
      isWaiting={sources === null || isWaiting}
    />
  );
}

/** `useDomainMoves` finds the verdicts, so the page's own comparison needs no measurement changes. */
const noChanges: MeasurementChanges = [];

/** Milliseconds of loading before the old report is dimmed. */
const dimDelay = 150;

/** The search for the report by brand, which supplies the page's scans and tracked brand. */
const toBrandReportSearch = (search: TimelineSearch): TimelineSearch => ({
  ...search,
  metric: 'visibility',
  groupBy: 'brand',
  brandId: null,
});

/** The page of the domains that answers cite. All its state except the search words is in the URL. */
export function SourcesPage() {
  const { siteId } = useSite();
  const { dropped, search, view, onSearch, correct, onView } = usePageSearch(sourcesPage);
  const { zone } = useZoneChoice(search.zone);
  const today = utcDay(Date.now());
  const brandSearch = toBrandReportSearch(search);
  const request = requestInView(brandSearch, today);
  const hasTimeline = useHasTimeline();
  const canCompare = useCapability('domains') && hasTimeline;
  const chosenPeriods = useComparedPeriods(search, today);
  const compared = canCompare ? chosenPeriods : null;
  const comparedRequest = compared === null ? request : requestOf(brandSearch, today);
  const shown = useReport(comparedRequest, compared, { isEnabled: hasTimeline });
  const { inView } = useComparison(shown.report, shown.compared, noChanges);
  const site = useQuery({ ...siteByIdQuery(siteId), enabled: !hasTimeline });
  const refused = useRefusedParameters(shown, search, correct);
  // Until the report or the site has loaded, it is unknown which domains are the brand's own.
  const loadError = shown.error ?? site.error;
  const tracked =
    shown.report?.brand ??
    site.data?.trackedBrand ??
    (shown.report || site.data || loadError ? null : undefined);
  const loadedSources = useSources(request, tracked);
  const { sources, isOld, isLoading } = loadedSources;
  const { moves, ...loadedMoves } = useDomainMoves(
    comparedRequest,
    shown,
    loadedSources,
    compared !== null,
  );
  const isDim = useDelayed(isOld, dimDelay);
  const placement = usePlacement();
  const siteName = (placement.kind === 'placed' && placement.site.name) || siteId;
  const model = useMemo(() => inView && toModel(inView, zone), [inView, zone]);
  const hasSources = useCapability('sources');
  const shared = useShareOverrides();
  const searchProps = { search, onSearch };
  const brandName = tracked?.name || 'the tracked brand';
  const emptyState = sources && !isOld ? emptyStateOf(sources, search) : null;
  const openDomain = sources?.domains.find(({ domain }) => domain === view.domain) ?? null;
  const close = () => onView({ ...view, domain: null });
  return (
    <div className={pageStyles['workspace']}>
      {sources && view.domain !== null && (
        <DomainDrawer
          {...{ search, zone, today, sources, moves }}
          name={view.domain}
          domain={openDomain}
          onClose={close}
        />
      )}
      <FilterPanel {...searchProps} />
      <div className={pageStyles['page']}>
        <PageHeader
          request={comparedRequest}
          model={model}
          wording={{ zone, unit: undefined, locale: pageLocale(), decimals: 1 }}
          report={inView}
          isOld={shown.isOld}
          actions={
            <PageActions
              {...{ search, onSearch, zone, today }}
              pageParameters={writeView(view)}
              download={
                hasSources && (
                  <DownloadSources
                    {...{ sources, request, zone, siteName }}
                    isWaiting={isOld || placement.kind === 'waiting'}
                  />
                )
              }
            />
          }
        />
        <SiteTabs search={search} />
        <div className={pageStyles['controls']}>
          {shared?.dates ?? (
            <>
              <DateRange search={search} zone={zone} onSearch={onSearch} />
              {canCompare && <CompareSelect {...{ search, today, onSearch }} />}
            </>
          )}
        </div>
        <FilterChips {...searchProps} />
        <PageNotices
          {...{ search, dropped, refused, shown }}
          request={comparedRequest}
          current={shown.isOld ? null : shown.report}
          renderFailure={(error) => (
            <Failure title="The scans could not be loaded" error={error} onRetry={shown.retry} />
          )}
          stillShownText={null}
        />
        {!hasSources && (
          <Notice>This service does not report the sources that answers cite.</Notice>
        )}
        {loadedSources.error && !refused.isCorrecting && (
          <ReportFailure
            title="The sources could not be loaded"
            error={loadedSources.error}
            {...searchProps}
            onRetry={loadedSources.retry}
          />
        )}
        {loadedMoves.error && !loadedSources.error && (
          <Failure
            title="The comparison could not be loaded"
            error={loadedMoves.error}
            onRetry={loadedMoves.retry}
          />
        )}
        {hasSources && !sources && !loadedSources.error && (
          <SourcesSkeleton isCompared={compared !== null} />
        )}
        {emptyState && <EmptyReport state={emptyState} onSearch={onSearch} />}
        {sources && !emptyState && (
          <div className={pageStyles['report']} data-dim={isDim || undefined} aria-busy={isLoading}>
            {isLoading && <ProgressLine label="Loading the sources" />}
            <SourcesStrip
              {...{ sources, moves, brandName }}
              onOpen={(domain) => onView({ ...view, domain })}
            />
            <SourcesCard
              {...{ sources, moves, view, onView, brandName }}
              request={comparedRequest}
            />
          </div>
        )}
      </div>
    </div>
  );
}

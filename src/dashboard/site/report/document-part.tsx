import { useMemo } from 'react';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useSite } from '../../use-site.ts';
import { EmptyReport } from '../layout/empty-report.tsx';
import pageStyles from '../layout/page.module.css';
import { ReportFailure } from '../layout/report-failure.tsx';
import { usePlacement } from '../placement.ts';
import { linkQueryOf } from '../search/link.ts';
import type { TimelineSearch } from '../search/search.ts';
import { emptyStateOf } from '../series/empty.ts';
import { useBranding } from '../use-branding.ts';
import type { ShownReport } from '../use-report.ts';
import styles from './bar.module.css';
import { DocumentArea } from './document-area.tsx';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { type DocumentView, writeDocumentView } from './document-view.ts';
import { IntroEditor } from './intro-editor.tsx';
import { SectionChooser } from './section-chooser.tsx';
import { listOfferedSections, selectSections } from './sections.ts';
import { useResponses } from './use-responses.ts';

/** Milliseconds of loading before the old report is dimmed. */
const dimDelay = 150;

interface DocumentPartProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  view: DocumentView;
  onView: (view: DocumentView) => void;
  /** The timeline report for the search. */
  shown: ShownReport;
  /** The part of the report that is in view; null until it has loaded. */
  inView: ReportColumns | null;
  /** The part in view, on the time axis; null until it has loaded. */
  model: TimelineModel | null;
  /** Whether parameters that the service refused are being removed. */
  isCorrecting: boolean;
}

interface MissingPartsProps {
  names: readonly string[];
  onRetry: () => void;
}

/**
 * Says which parts of the report could not be loaded. Not printed: on paper, a section that could not be loaded says so
 * in its place.
 */
function MissingParts({ names, onRetry }: MissingPartsProps) {
  if (names.length === 0) return null;
  return (
    <div className={styles['bar']}>
      <Notice tone="warn">
        Could not load: {names.join(', ')}.{' '}
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

/** The report and the bar above it, or the reason why there is no report. */
export function DocumentPart(props: DocumentPartProps) {
  const { siteId } = useSite();
  const { search, onSearch, zone, today, view, onView } = props;
  const { shown, inView, model, isCorrecting } = props;
  const { capabilities } = usePageSettings();
  const isShared = useShareOverrides() !== null;
  const offered = useMemo(() => listOfferedSections(capabilities), [capabilities]);
  const sections = useMemo(() => selectSections(view.sections, offered), [view.sections, offered]);
  const request = { siteId, search, today, capabilities, sections };
  const { loaded, isOld, isLoading, error, retry } = useResponses(
    request,
    !shown.isOld && shown.report !== null,
  );
  const branding = useBranding();
  const isDim = useDelayed(isOld, dimDelay);
  const placement = usePlacement();
  const knownPlacement = placement.kind === 'placed' ? placement : null;
  const emptyState = useMemo(
    () => (inView && model ? emptyStateOf(inView, summariseSeries(model), search) : null),
    [inView, model, search],
  );
  const { origin } = window.location;
  const failure = shown.error ?? error;
  if (failure && !isCorrecting) {
    return (
      <ReportFailure
        title="The report could not be loaded"
        error={failure}
        {...{ search, onSearch }}
        onRetry={shown.error ? shown.retry : retry}
      />
    );
  }
  if (emptyState && !shown.isOld) return <EmptyReport state={emptyState} onSearch={onSearch} />;
  return (
    <>
      <div className={styles['bar']}>
        {!isShared && (
          <>
            <SectionChooser
              offeredSections={offered}
              shownSections={sections}
              onChoose={(next) => onView({ ...view, sections: next })}
            />
            <IntroEditor intro={view.intro} onIntro={(intro) => onView({ ...view, intro })} />
          </>
        )}
        <Button isUnavailable={!loaded || isOld} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {loaded && !isLoading && <MissingParts names={loaded.responses.missing} onRetry={retry} />}
      {!loaded && <DocumentSkeleton />}
      {loaded && (
        <div className={pageStyles['report']} data-dim={isDim || undefined} aria-busy={isLoading}>
          {isLoading && <ProgressLine label="Loading the report" />}
          <DocumentArea
            loaded={loaded}
            sections={sections}
            intro={view.intro}
            zone={zone}
            client={knownPlacement?.client?.name ?? null}
            branding={branding}
            site={knownPlacement?.site.name || siteId}
            now={loaded.loadedAt}
            link={
              // The address of a shared page works only for viewers who have opened the share's link.
              isShared
                ? null
                : `${origin}/sites/${siteId}/report${linkQueryOf(search, zone, today, writeDocumentView(view))}`
            }
          />
        </div>
      )}
    </>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { problemTypes } from '../../../contract/problem.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { ApiError, inWords } from '../../api/errors.ts';
import { missingOf } from '../../api/which-missing.ts';
import { plainSearch } from '../../search-format.ts';
import { HeaderSlot } from '../../shell/header-slot.tsx';
import { ago, dayAndTime } from '../../time/format.ts';
import { utcDay } from '../../time/zone.ts';
import { useZoneChoice } from '../../time/zone-choice.ts';
import { ZoneSelect } from '../../time/zone-select.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { AppliedNotice } from '../controls/applied-notice.tsx';
import { BrandSelect } from '../controls/brand-select.tsx';
import { CopyLink } from '../controls/copy-link.tsx';
import { DateRange } from '../controls/date-range.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { FilterPanel } from '../controls/filter-panel.tsx';
import { DownloadCsv } from '../export/download-csv.tsx';
import { NotAddedNotice } from '../notes/not-added-notice.tsx';
import { usePlacement } from '../placement.ts';
import { refusedIn } from '../question/refused.ts';
import { questionOf, readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import { countText } from '../report/figures.ts';
import { groupingOptions, metricOptions } from '../report/names.ts';
import { useAhead, useNewest } from '../report/use-ahead.ts';
import { type ShownReport, useReport } from '../report/use-report.ts';
import { SiteHeading } from '../site-heading.tsx';
import { scanTime } from './chart/reading.ts';
import {
  daysInWords,
  PanelUnavailable,
  TimelineFailure,
  TimelineSkeleton,
} from './page-states.tsx';
import { Report } from './report.tsx';
import styles from './timeline-page.module.css';
import { useView, type View } from './use-view.ts';

/** Milliseconds that an answer may take before the old one is dimmed: that is much to paint. */
const dimAfter = 150;

/** Few open a panel: its code comes when somebody does. */
const Panels = lazy(() =>
  import('../panels/panels.tsx').then(
    ({ Panels }) => ({ default: Panels }),
    () => ({ default: PanelUnavailable }),
  ),
);

interface BasisProps {
  view: View | null;
  report: ReportColumns | null;
  /** Whether days were asked for, which takes another line to say. */
  isDated: boolean;
}

/** The first page of a document is drawn without its report, however soon that came: something shows at once. */
let isFirst = true;
function useFirst(): boolean {
  const [first] = useState(() => isFirst);
  isFirst = false;
  return first;
}

/** "64 scans · last finished …": what the page rests on. */
function Basis({ view, report, isDated }: BasisProps) {
  const last = view?.model.order.at(-1);
  const kept = { className: styles['basis'], 'data-dated': isDated || undefined };
  // Its place is kept, so that nothing moves when it comes.
  if (!view || last === undefined || !report) return <p {...kept}>&nbsp;</p>;
  const { model, wording } = view;
  const { when, place } = scanTime(model, last, wording);
  const timed = model.scans[last]?.timed ?? false;
  const facts = [
    `${countText(model.scans.length, wording.locale)} ${model.scans.length === 1 ? 'scan' : 'scans'}`,
    timed ? `last finished ${when} (${place})` : `last on ${when} (${place})`,
    timed ? ago(model.instants[last] ?? 0, Date.now()) : null,
    daysInWords(report, wording.locale),
  ];
  return <p {...kept}>{facts.filter((fact) => fact !== null).join(' · ')}</p>;
}

/** The search in the address, what of it was dropped, and the one way to change it. */
function useTimelineSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { dropped, search } = useMemo(() => {
    const { dropped, ...search } = readSearch(plainSearch(address));
    return { dropped, search };
  }, [address]);
  const go = useCallback(
    (next: TimelineSearch) => {
      void navigate({ to: '.', search: writeSearch(next), resetScroll: false });
    },
    [navigate],
  );
  const correct = useCallback(
    (next: TimelineSearch) => {
      void navigate({ to: '.', search: writeSearch(next), resetScroll: false, replace: true });
    },
    [navigate],
  );
  const [ahead, onSearch] = useAhead(search, go);
  return { dropped, search: ahead, onSearch, correct };
}

/**
 * Takes what the service refuses out of an address that came from outside: one that never had an answer here.
 * @returns what was taken out so far, by name, and whether more is about to be
 */
function useRefused(
  siteId: string,
  shown: ShownReport,
  search: TimelineSearch,
  correct: (search: TimelineSearch) => void,
) {
  const [taken, setTaken] = useState<{ siteId: string; names: readonly string[] } | null>(null);
  const names = taken?.siteId === siteId ? taken.names : [];
  const { error } = shown;
  const handled = useRef<Error | null>(null);
  // A brand that is missing is not broken: without it the page would show something else in silence.
  const isBroken = error instanceof ApiError && error.kind === 'refused' && !shown.report;
  const refused = isBroken ? refusedIn(error, search) : [];
  useEffect(() => {
    if (refused.length === 0 || handled.current === error) return;
    handled.current = error;
    setTaken({ siteId, names: [...names, ...refused.map(({ name }) => name)] });
    correct(refused.reduce((rest, { without }) => without(rest), search));
  });
  return { names, isCorrecting: refused.length > 0 };
}

/** The timeline of a site: its whole state is in the URL. */
export function TimelinePage({ siteId, clientId }: { siteId: string; clientId: string | null }) {
  const { dropped, search, onSearch, correct } = useTimelineSearch();
  const { zone } = useZoneChoice(search.zone);
  const today = utcDay(Date.now());
  const question = questionOf(search, today);
  const shown = useReport(siteId, question);
  const refused = useRefused(siteId, shown, search, correct);
  // Lines and figures follow what was chosen a moment later, so that the choice itself shows at once.
  const report = useDeferredValue(shown.report, useFirst() ? null : shown.report);
  const reportIsOld = useDeferredValue(shown.isOld);
  const settled = useDeferredValue(search);
  const view = useView(siteId, report, useDeferredValue(zone), settled);
  const isOld = shown.isOld || report !== shown.report;
  const isDim = useDelayed(isOld, dimAfter);
  const change = useNewest(search, onSearch);
  const answer = shown.isOld ? null : shown.report;
  const placement = usePlacement(siteId, clientId);
  const siteName = (placement.kind === 'placed' && placement.site.name) || siteId;
  const [areNotesOpen, openNotes] = useState(false);
  const isSiteMissing =
    shown.error instanceof ApiError && missingOf(shown.error) === problemTypes.siteNotFound;
  const isPanelOpen =
    !isSiteMissing &&
    (areNotesOpen || [search.scan, search.prompt, search.recommendation].some(Boolean));
  const part = { siteId, search, onSearch };
  return (
    <div className={styles['workspace']}>
      <HeaderSlot>
        <ZoneSelect
          linkZone={search.zone}
          onLinkZoneDropped={() => onSearch({ ...search, zone: null })}
        />
      </HeaderSlot>
      {isPanelOpen && (
        <Suspense>
          <Panels
            {...part}
            siteName={siteName}
            zone={zone}
            areNotesOpen={areNotesOpen}
            onNotesClosed={() => openNotes(false)}
          />
        </Suspense>
      )}
      <FilterPanel {...part} />
      <div className={styles['page']}>
        <header className={styles['head']}>
          <div>
            <SiteHeading siteId={siteId} clientId={clientId} />
            <Basis
              view={view}
              report={report}
              isDated={Boolean(search.startDate || search.endDate || search.range)}
            />
          </div>
          <div className={styles['actions']}>
            <Button id="open-notes" onClick={() => openNotes(true)}>
              Notes
            </Button>
            <CopyLink search={search} zone={zone} today={today} />
            {view && report ? (
              <DownloadCsv
                view={view}
                report={report}
                question={questionOf(settled, today)}
                siteName={siteName}
                isOld={isOld}
              />
            ) : (
              <Button busy>Download CSV</Button>
            )}
          </div>
        </header>
        <div className={styles['controls']}>
          <Segmented
            legend="Metric"
            options={metricOptions}
            value={search.metric}
            onChange={(metric) => onSearch({ ...search, metric })}
          />
          <Segmented
            legend="Group by"
            options={groupingOptions}
            value={search.groupBy}
            // Series of another grouping have other keys: what was shown and hidden means nothing to them.
            onChange={(groupBy) => onSearch({ ...search, groupBy, show: [], hide: [] })}
          />
          <BrandSelect {...part} shownBrand={answer?.brand ?? null} />
          <DateRange search={search} zone={zone} onSearch={onSearch} />
        </div>
        <FilterChips {...part} />
        {!isPanelOpen && (
          <NotAddedNotice
            siteId={siteId}
            onOpen={(recommendation) => onSearch({ ...search, recommendation })}
          />
        )}
        {dropped.length > 0 && (
          <Notice>
            Left out of the address, because it could not be used: {dropped.join(', ')}.
          </Notice>
        )}
        {refused.names.length > 0 && (
          <Notice>
            Left out of the address, because the service refused it: {refused.names.join(', ')}.
          </Notice>
        )}
        {answer && <AppliedNotice report={answer} question={question} />}
        {shown.error && !refused.isCorrecting && (
          <TimelineFailure
            error={shown.error}
            search={search}
            onSearch={onSearch}
            onRetry={shown.retry}
          />
        )}
        {shown.error && shown.report && (
          <Notice tone="warn">
            Below is the last answer, from {dayAndTime(shown.at, zone, undefined)}.
          </Notice>
        )}
        {shown.trouble && <Notice>{inWords(shown.trouble)} Trying again…</Notice>}
        {!view && (!shown.error || refused.isCorrecting) && <TimelineSkeleton />}
        {view && (
          <div
            className={styles['report']}
            data-old={isOld || undefined}
            data-dim={isDim || undefined}
            aria-busy={shown.isLoading}
          >
            {shown.isLoading && <ProgressLine label="Loading a new answer" />}
            {report && (
              <Report
                view={view}
                report={report}
                isOld={reportIsOld}
                search={settled}
                onChange={change}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

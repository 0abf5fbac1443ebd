import { lazy, memo, Suspense, startTransition, useEffect, useState } from 'react';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { latestLeadOf } from '../../../figures/sentences/latest-figures.ts';
import type { ReportColumns, ReportScan } from '../../../figures/series/columns.ts';
import { missingLeadText } from '../../../figures/series/missing-lead.ts';
import { indexOfScan } from '../../../figures/series/model.ts';
import { chartName, ownerOfFigures } from '../../../figures/series/names.ts';
import { toggleSeries } from '../../../figures/series/series-summary.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { useShown } from '../../api/use-shown.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { PartUnavailable } from '../../ui/part-unavailable.tsx';
import { Block } from '../../ui/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { View } from '../chart/use-view.ts';
import comparisonStyles from '../comparison/comparison.module.css';
import { StripFrame } from '../comparison/strip-frame.tsx';
import { WebAgainstApi } from '../comparison/web-against-api.tsx';
import { EmptyReport } from '../layout/empty-report.tsx';
import styles from '../layout/page.module.css';
import { requestOf, type TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { absentNames, emptyStateOf } from '../series/empty.ts';
import { useNamedFirst } from '../use-named-first.ts';
import { ChartCard } from './chart-card.tsx';
import { LatestStrip } from './strip.tsx';
import { TimelineTable } from './table/timeline-table.tsx';

interface ReportProps {
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  view: View;
  report: ReportColumns;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  changes: MeasurementChanges;
  /** True while the report is still that of an earlier search. */
  isOld: boolean;
  search: TimelineSearch;
  /** Applies an update to the newest search. */
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
}

/** Loaded on demand: few points have no scan ID. */
const UnattributedPanel = lazyPart(
  async () => (await import('../panels/unattributed-panel.tsx')).UnattributedPanel,
);

/** Loaded on demand, when a row is opened. */
const SeriesAnswers = lazyPart(
  async () => (await import('./table/series-answers.tsx')).SeriesAnswers,
);

const maxRowsAtOnce = 20;

/** Loads the code for the figures of a comparison, separately because not every report is compared. */
export const loadHeadline = () =>
  import('./period-headline.tsx').then(
    ({ PeriodHeadline }) => ({ default: PeriodHeadline }),
    // After a deployment, an old tab cannot load this file, but it still shows the chart and the table.
    () => ({ default: PartUnavailable }),
  );
const PeriodHeadline = lazy(loadHeadline);

/** The strip, chart and table of a report; an empty state replaces the strip and the chart. */
export const Report = memo((props: ReportProps) => {
  const { today, view, report, comparison, changes, isOld, search, onChange } = props;
  const { model, summaries, all, drawn, defaultIds, wording } = view;
  /** The opened point if it has no scan ID to put in the address; otherwise null. */
  const [unattributed, setUnattributed] = useState<ReportScan | null>(null);
  // On a phone, the chart comes before all but the first figures, so that the first screen shows its top.
  const isPhone = useMedia('(max-width: 40rem)');
  const [restSlot, setRestSlot] = useState<HTMLElement | null>(null);
  const hasAnswers = useCapability('answers');
  // A long table renders after the chart, since rendering both at once would block the page.
  const [isTableDue, setTableDue] = useState(all.length <= maxRowsAtOnce);
  useEffect(() => startTransition(() => setTableDue(true)), []);
  const name = chartName(model.metric, model.groupBy);
  const ownerName = ownerOfFigures(report);
  // An old report belongs to an earlier search.
  const reportSearch = useShown(['search', search], isOld ? undefined : search) ?? search;
  const namedFirst = useNamedFirst(reportSearch, today);
  const emptyState = emptyStateOf(report, summaries, reportSearch);
  const namesWithoutAnswers = absentNames(report, reportSearch);
  const lead = latestLeadOf(model.groupBy, summaries, drawn);
  const chosenBrandIds = [...reportSearch.brand, ...reportSearch.competitorId];
  const toggle = ({ summary }: DrawnSeries) =>
    onChange((now) => ({ ...now, ...toggleSeries(summary.series, defaultIds, now) }));
  const openScan = (scan: number) => {
    const opened = model.scans[scan];
    if (!opened) return;
    if (opened.scanId === null) setUnattributed(opened);
    else onChange((now) => ({ ...now, scan: opened.scanId }));
  };
  return (
    <>
      {namesWithoutAnswers.length > 0 && (
        <Notice>
          No answers from {namesWithoutAnswers.map(isolate).join(', ')} in these scans, so no line
          is drawn for {namesWithoutAnswers.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {model.unplaced > 0 && (
        <Notice tone="warn">
          {countWithNoun(model.unplaced, 'point has', 'points have', wording.locale)} no readable
          date and {model.unplaced === 1 ? 'is' : 'are'} not shown.
        </Notice>
      )}
      {emptyState && <EmptyReport state={emptyState} onSearch={(next) => onChange(() => next)} />}
      {!emptyState && comparison && (
        <Suspense fallback={<StripFrame size={isPhone ? 'lead' : 'full'} />}>
          <PeriodHeadline
            request={requestOf(reportSearch, today)}
            search={reportSearch}
            comparison={comparison}
            changes={changes}
            summaries={summaries}
            wording={wording}
            restSlot={isPhone ? restSlot : undefined}
          />
        </Suspense>
      )}
      {!emptyState && !comparison && !lead && (
        <Card>
          <p className={styles['basis']}>{missingLeadText(report, chosenBrandIds)}</p>
        </Card>
      )}
      {!emptyState && !comparison && lead && (
        <LatestStrip
          lead={lead}
          summaries={summaries}
          groupBy={model.groupBy}
          brand={model.groupBy === 'brand' ? null : ownerName}
          areBrandsFiltered={chosenBrandIds.length > 0}
          hasOmittedSeries={(report.more ?? 0) > 0}
          wording={wording}
        />
      )}
      {!emptyState && (
        <ChartCard
          ownerName={ownerName}
          view={view}
          comparison={comparison}
          changes={changes}
          search={search}
          today={today}
          onChange={onChange}
          onToggle={toggle}
          onOpenScan={openScan}
        />
      )}
      {!emptyState && comparison && isPhone && (
        <Card>
          <div ref={setRestSlot} className={comparisonStyles['rest']} />
        </Card>
      )}
      {!emptyState && model.groupBy === 'platform' && (
        <WebAgainstApi report={report} comparison={comparison} wording={wording} />
      )}
      {isTableDue && all.length > 0 && model.scans.length > 0 && (
        <Card>
          <TimelineTable
            name={name}
            ownerName={ownerName}
            model={model}
            all={all}
            drawn={drawn}
            comparison={comparison}
            namedFirst={namedFirst}
            sort={search.sort}
            onSort={(sort) => onChange((now) => ({ ...now, sort }))}
            wording={wording}
            onToggle={toggle}
            onOpenScan={openScan}
            renderAnswersLink={(series) =>
              hasAnswers && (
                <Suspense fallback={<Block width="9rem" height="1lh" />}>
                  <SeriesAnswers model={model} series={series} />
                </Suspense>
              )
            }
          />
        </Card>
      )}
      {unattributed !== null && (
        <Suspense>
          <UnattributedPanel
            model={model}
            scan={indexOfScan(model, unattributed)}
            drawn={drawn}
            wording={wording}
            onClose={() => setUnattributed(null)}
          />
        </Suspense>
      )}
    </>
  );
});

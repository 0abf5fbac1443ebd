import { lazy, memo, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import type { ReportColumns, ScanColumn } from '../../api/columns.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { MeasurementChanges } from '../comparison/shown-verdict.ts';
import { StripFrame } from '../comparison/strip-frame.tsx';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import { UnattributedPanel } from '../panels/unattributed-panel.tsx';
import { questionOf, type TimelineSearch } from '../question/search.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import { absentNames, emptyStateOf } from '../report/empty.ts';
import { counted } from '../report/figures.ts';
import { indexOfScan } from '../report/model.ts';
import { chartName, whoseFigures } from '../report/names.ts';
import { toggled } from '../report/series-summary.ts';
import { changesInView } from './chart/changes-in-view.ts';
import { earlierPeriodOf } from './chart/earlier.tsx';
import { TimelineChart } from './chart/timeline-chart.tsx';
import { Empty, PanelUnavailable } from './page-states.tsx';
import { Strip } from './strip.tsx';
import { TimelineTable } from './table/timeline-table.tsx';
import styles from './timeline-page.module.css';
import type { View } from './use-view.ts';

interface ReportProps {
  siteId: string;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  view: View;
  report: ReportColumns;
  /** Null where nothing is compared. */
  comparison: PeriodComparison | null;
  changes: MeasurementChanges;
  /** True while the report answers an earlier question than `search`. */
  isOld: boolean;
  search: TimelineSearch;
  /** Updates the newest search. */
  onChange: (make: (search: TimelineSearch) => TimelineSearch) => void;
}

const mostRowsAtOnce = 20;

/** Loads the code of a comparison's figures, which not every report has. */
export const loadHeadline = () =>
  import('../comparison/period-headline.tsx').then(
    ({ PeriodHeadline }) => ({ default: PeriodHeadline }),
    () => ({ default: PanelUnavailable }),
  );
const PeriodHeadline = lazy(loadHeadline);

/** Drawn if code could not be loaded that only adds to the page. */
const Nothing = () => null;
/** Loaded on demand: few reports have a change. */
const ChangeMarkers = lazy(() =>
  import('./chart/markers.tsx').then(
    ({ ChangeMarkers }) => ({ default: ChangeMarkers }),
    () => ({ default: Nothing }),
  ),
);
const ChangesCaption = lazy(() =>
  import('./chart/markers.tsx').then(
    ({ ChangesCaption }) => ({ default: ChangesCaption }),
    () => ({ default: Nothing }),
  ),
);

/** Strip, chart and table of a report, or an empty state. */
export const Report = memo((props: ReportProps) => {
  const { siteId, today, view, report, comparison, changes, isOld, search, onChange } = props;
  const { model, summaries, all, drawn, hidden, byDefault, wording } = view;
  /** An opened point without a scan ID, which the address cannot contain. */
  const [unattributed, setUnattributed] = useState<ScanColumn | null>(null);
  const [reported, setReported] = useState(search);
  if (!isOld && reported !== search) setReported(search);
  // A long table renders a frame after the chart, since both at once would block the page.
  const [isTableDue, setTableDue] = useState(all.length <= mostRowsAtOnce);
  useEffect(() => startTransition(() => setTableDue(true)), []);
  const earlier = useMemo(
    () => comparison && earlierPeriodOf(comparison, wording.zone),
    [comparison, wording.zone],
  );
  const changed = useMemo(() => changesInView(model, changes), [model, changes]);
  const name = chartName(model.metric, model.groupBy);
  const who = whoseFigures(report);
  // Judged by this report's own search, not by the newer one.
  const judged = isOld ? reported : search;
  const emptyState = emptyStateOf(report, summaries, judged);
  const absent = absentNames(report, judged);
  const lead = summaries.find(({ tracked }) => tracked) ?? drawn[0]?.summary ?? summaries[0];
  const toggle = (each: DrawnSeries) =>
    onChange((now) => ({ ...now, ...toggled(each.summary.series, byDefault, now) }));
  const openScan = (scan: number) => {
    const opened = model.scans[scan];
    if (!opened) return;
    if (opened.scanId === null) setUnattributed(opened);
    else onChange((now) => ({ ...now, scan: opened.scanId }));
  };
  return (
    <>
      {absent.length > 0 && (
        <Notice>No answers from {absent.join(', ')} in these scans, so nothing is drawn.</Notice>
      )}
      {model.unplaced > 0 && (
        <Notice tone="warn">
          {counted(model.unplaced, 'point has', 'points have', wording.locale)} no readable date and{' '}
          {model.unplaced === 1 ? 'is' : 'are'} not shown.
        </Notice>
      )}
      {emptyState && <Empty state={emptyState} onSearch={(next) => onChange(() => next)} />}
      {!emptyState && comparison && (
        <Suspense fallback={<StripFrame>{null}</StripFrame>}>
          <PeriodHeadline
            siteId={siteId}
            question={questionOf(judged, today)}
            search={judged}
            comparison={comparison}
            changes={changes}
            summaries={summaries}
            wording={wording}
          />
        </Suspense>
      )}
      {!emptyState && !comparison && lead && (
        <Strip
          lead={lead}
          summaries={summaries}
          groupBy={model.groupBy}
          brand={model.groupBy === 'brand' ? null : who}
          isSelection={judged.brand.length + judged.competitorId.length > 0}
          wording={wording}
        />
      )}
      {!emptyState && (
        <Card>
          <TimelineChart
            name={name}
            who={who}
            model={model}
            drawn={drawn}
            hidden={hidden}
            earlier={earlier}
            wording={wording}
            onToggle={toggle}
            onShowAll={() => onChange((now) => ({ ...now, hide: [] }))}
            onOpenScan={openScan}
            overlay={(layout) =>
              changed.length > 0 && (
                <Suspense>
                  <ChangeMarkers changed={changed} layout={layout} instants={model.instants} />
                </Suspense>
              )
            }
            note={
              changed.length > 0 && (
                <Suspense>
                  <ChangesCaption changed={changed} />
                </Suspense>
              )
            }
          />
          {comparison && comparison.leftOut > 0 && (
            <p className={styles['basis']}>
              {counted(comparison.leftOut, 'series has', 'series have', wording.locale)} no evidence
              in either period and {comparison.leftOut === 1 ? 'is' : 'are'} left out.
            </p>
          )}
          {all.length > byDefault.size && (
            <p className={styles['basis']}>
              Showing {drawn.length} of {all.length} lines. The table lists them all.
            </p>
          )}
        </Card>
      )}
      {isTableDue && all.length > 0 && model.scans.length > 0 && (
        <Card>
          <TimelineTable
            name={name}
            who={who}
            model={model}
            all={all}
            drawn={drawn}
            comparison={comparison}
            sort={search.sort}
            onSort={(sort) => onChange((now) => ({ ...now, sort }))}
            wording={wording}
            onToggle={toggle}
            onOpenScan={openScan}
          />
        </Card>
      )}
      {unattributed !== null && (
        <UnattributedPanel
          model={model}
          scan={indexOfScan(model, unattributed)}
          drawn={drawn}
          wording={wording}
          onClose={() => setUnattributed(null)}
        />
      )}
    </>
  );
});

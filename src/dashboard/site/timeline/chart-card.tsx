import { type ComponentProps, lazy, Suspense, useMemo } from 'react';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import type { Days } from '../../../contract/dates/periods.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { MeasurementChanges } from '../../../figures/comparison/shown-verdict.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { Card } from '../../ui/card.tsx';
import { PartUnavailable } from '../../ui/part-unavailable.tsx';
import { Block } from '../../ui/skeleton.tsx';
import { changeInstantsOf, changesInView } from '../chart/changes-in-view.ts';
import chartStyles from '../chart/chart.module.css';
import {
  defaultDrawModeOf,
  drawingByScan,
  drawModeOf,
  minSeriesForMultiples,
} from '../chart/chart-in-view.ts';
import { useChartParts } from '../chart/load-parts.ts';
import type { MarkerLayout } from '../chart/markers.tsx';
import { arrangeMultiples } from '../chart/multiples-layout.ts';
import { chartHeight, TimelineChart } from '../chart/timeline-chart.tsx';
import type { View } from '../chart/use-view.ts';
import styles from '../layout/page.module.css';
import { type TimelineSearch, withDates } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';

/** Renders nothing in place of optional components that could not be loaded. */
const Nothing = () => null;
/** Loaded on demand, because few reports contain changes in what was measured. */
const ChangeMarkers = lazy(() =>
  import('../chart/markers.tsx').then(
    ({ ChangeMarkers }) => ({ default: ChangeMarkers }),
    () => ({ default: Nothing }),
  ),
);
const ChangesCaption = lazy(() =>
  import('../chart/markers.tsx').then(
    ({ ChangesCaption }) => ({ default: ChangesCaption }),
    () => ({ default: Nothing }),
  ),
);

/** Weeks and months are offered if the scans in view span more days than this. */
const maxDaysWithoutBuckets = 60;

interface ChartCardProps {
  /** Whose figures the chart shows, for its title, such as "Acme" or "Acme and others"; null to name no brand. */
  ownerName: string | null;
  view: View;
  /** Null if nothing is compared. */
  comparison: PeriodComparison | null;
  changes: MeasurementChanges;
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
  onToggle: (drawn: DrawnSeries) => void;
  /** Opens a scan, by its index in the view's model. */
  onOpenScan: (scan: number) => void;
}

/** The chart with its tools: a point per scan, week or month, in one chart or a chart per series. */
export function ChartCard(props: ChartCardProps) {
  const { ownerName, view, comparison, changes, search, today, onChange, onToggle, onOpenScan } =
    props;
  const { model, all, drawn, hidden, defaultIds, wording } = view;
  const moreCount = model.more ?? 0;
  const { bucket, range, startDate, endDate } = search;
  const timeSpan = (model.instants.at(-1) ?? 0) - (model.instants[0] ?? 0);
  const canChooseBucket = bucket !== null || timeSpan > maxDaysWithoutBuckets * msPerUtcDay;
  const hasManySeries = all.length >= minSeriesForMultiples;
  const defaultMode = defaultDrawModeOf(view);
  const drawMode = drawModeOf(view, search);
  const canChooseDrawMode = drawMode === 'multiples' || hasManySeries;
  const isDated = startDate !== null || endDate !== null;
  const hasTools = canChooseBucket || canChooseDrawMode || isDated;
  const parts = useChartParts(hasTools);
  const isDrawnAsMultiples = drawMode === 'multiples' && drawn.length > 0 && parts !== null;
  const scanDrawing = useMemo(
    () => drawingByScan(view, drawn, comparison),
    [view, drawn, comparison],
  );
  const bucketed = useMemo(
    () =>
      parts?.bucketedInView(scanDrawing, { bucket, range, startDate, endDate }, today, wording) ??
      null,
    [parts, scanDrawing, bucket, range, startDate, endDate, today, wording],
  );
  const drawing = bucketed ?? scanDrawing;
  const scanChanges = useMemo(() => changesInView(model, changes), [model, changes]);
  const renderMarkers = (layout: MarkerLayout) =>
    scanChanges.length > 0 && (
      <Suspense>
        <ChangeMarkers {...{ scanChanges, layout }} instants={model.instants} zone={wording.zone} />
      </Suspense>
    );
  const zoom = ({ start, end }: Days, nextBucket = bucket) =>
    onChange((current) => ({
      ...withDates(current, { startDate: start, endDate: end }),
      bucket: nextBucket,
    }));
  const openDays = (point: number) => {
    const days = bucketed?.daysAt(point);
    if (days) zoom(days, null);
  };
  const openPoint = bucketed ? openDays : onOpenScan;
  let renderInstead: ComponentProps<typeof TimelineChart>['renderInstead'] = null;
  if (isDrawnAsMultiples) {
    renderInstead = (size) =>
      parts ? (
        <parts.Multiples
          drawing={drawing}
          {...{ bucketed, size, wording, renderMarkers, onChange }}
          moves={comparison?.moves}
          changes={changeInstantsOf(scanChanges, model.instants)}
          onOpenPoint={openPoint}
        />
      ) : (
        <Block width="100%" height={arrangeMultiples(drawn.length, size).height} />
      );
  } else if (parts === undefined && bucket !== null) {
    renderInstead = () => <Block width="100%" height={chartHeight} />;
  }
  const valuesText = isDrawnAsMultiples && comparison ? 'averages' : `latest ${bucket ?? 'scan'}`;
  const tools = hasTools && (
    <div className={`${styles['controls']} ${chartStyles['tools']}`}>
      {parts && (
        <parts.ChartTools
          {...{ search, onChange, canChooseBucket, canChooseDrawMode, defaultMode }}
        />
      )}
    </div>
  );
  return (
    <Card>
      {parts === null && <PartUnavailable />}
      <TimelineChart
        {...drawing}
        ownerName={ownerName}
        hidden={hidden}
        wording={wording}
        bucketed={bucketed}
        tools={tools}
        valuesText={valuesText}
        onToggle={onToggle}
        onShowAll={() => onChange((current) => ({ ...current, hide: [] }))}
        onOpenPoint={openPoint}
        onZoom={zoom}
        overlay={renderMarkers}
        note={
          <>
            {scanChanges.length > 0 && (
              <Suspense>
                <ChangesCaption scanChanges={scanChanges} zone={wording.zone} />
              </Suspense>
            )}
            {isDrawnAsMultiples && (
              <>
                {' · All charts have the same scale'}
                <span className={chartStyles['onScreen']}>
                  . Select a name to see its line among the others.
                </span>
              </>
            )}
          </>
        }
        renderInstead={renderInstead}
      />
      {comparison && comparison.leftOutCount > 0 && (
        <p className={styles['basis']}>
          {countWithNoun(comparison.leftOutCount, 'series has', 'series have', wording.locale)} no
          evidence in either period and {comparison.leftOutCount === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {moreCount > 0 && (
        <p className={styles['basis']}>
          The {countText(all.length, wording.locale)} prompts with the highest averages are shown;{' '}
          {countWithNoun(moreCount, 'more prompt has', 'more prompts have', wording.locale)}{' '}
          answers. Use filters to find {moreCount === 1 ? 'it' : 'them'}.
        </p>
      )}
      {all.length > defaultIds.size && (
        <p className={styles['basis']}>
          Showing {drawn.length} of {all.length} {isDrawnAsMultiples ? 'charts' : 'lines'}. The
          table lists them all.
        </p>
      )}
    </Card>
  );
}

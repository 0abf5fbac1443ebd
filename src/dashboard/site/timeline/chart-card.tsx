import { lazy, Suspense, use, useMemo } from 'react';
import { utcDayLength } from '../../time/zone.ts';
import { Card } from '../../ui/card.tsx';
import { Block } from '../../ui/skeleton.tsx';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { Days } from '../question/periods.ts';
import { daysInView, type TimelineSearch } from '../question/search.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import { counted } from '../report/figures.ts';
import chartStyles from './chart/chart.module.css';
import { earlierPeriodOf } from './chart/earlier.tsx';
import { loadParts } from './chart/load-parts.ts';
import { chartHeight, TimelineChart } from './chart/timeline-chart.tsx';
import { PartUnavailable } from './page-states.tsx';
import styles from './timeline-page.module.css';
import type { View } from './use-view.ts';

/** Chart tools are offered from this many days or series on. */
const manyDays = 60;
const manySeries = 7;

const ChartTools = lazy(async () => ({
  default: (await loadParts())?.ChartTools ?? PartUnavailable,
}));
const Multiples = lazy(async () => ({
  default: (await loadParts())?.Multiples ?? PartUnavailable,
}));

interface ChartCardProps {
  name: string;
  /** Whose figures it shows; null if unknown. */
  who: string | null;
  view: View;
  /** Null where nothing is compared. */
  comparison: PeriodComparison | null;
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  onChange: (make: (search: TimelineSearch) => TimelineSearch) => void;
  onToggle: (each: DrawnSeries) => void;
  /** Opens a scan, by its index in the view's model. */
  onOpenScan: (scan: number) => void;
}

/** The chart with its tools: one point a scan, a week or a month, as lines together or as a chart of each. */
export function ChartCard(props: ChartCardProps) {
  const { name, who, view, comparison, search, today, onChange, onToggle, onOpenScan } = props;
  const { model, all, drawn, hidden, byDefault, wording } = view;
  const parts = search.bucket && use(loadParts());
  const isMultiple = search.view !== null;
  const { bucket } = search;
  const { startDate, endDate } = daysInView(search, today);
  const scanwise = useMemo(
    () => ({
      ...{ name, model },
      drawn: isMultiple ? all.filter((each) => !hidden.includes(each)) : drawn,
      earlier: comparison && earlierPeriodOf(comparison, wording.zone),
    }),
    [name, model, isMultiple, all, drawn, hidden, comparison, wording.zone],
  );
  const bucketed = useMemo(
    () =>
      parts && bucket && parts.inBuckets(scanwise, bucket, { startDate, endDate }, today, wording),
    [parts, scanwise, bucket, startDate, endDate, today, wording],
  );
  const shown = bucketed || scanwise;
  const zoom = ({ start, end }: Days, nextBucket = bucket) =>
    onChange((now) => ({
      ...now,
      ...{ range: null, startDate: start, endDate: end, bucket: nextBucket },
    }));
  const openPoint = (point: number) => {
    const days = bucketed?.daysAt(point);
    if (days) zoom(days, null);
  };
  const length = (model.instants.at(-1) ?? 0) - (model.instants[0] ?? 0);
  const isLong = bucket !== null || length > manyDays * utcDayLength;
  const isCrowded = isMultiple || all.length >= manySeries;
  const isDated = search.startDate !== null || search.endDate !== null;
  const tools = (isLong || isCrowded || isDated) && (
    <div className={`${styles['controls']} ${chartStyles['tools']}`}>
      <Suspense>
        <ChartTools {...{ search, onChange, isLong, isCrowded }} />
      </Suspense>
    </div>
  );
  return (
    <Card>
      {bucket && !parts && <PartUnavailable />}
      <TimelineChart
        {...shown}
        who={who}
        hidden={hidden}
        wording={wording}
        bucketed={bucketed || null}
        tools={tools}
        onToggle={onToggle}
        onShowAll={() => onChange((now) => ({ ...now, hide: [] }))}
        onOpenScan={bucketed ? openPoint : onOpenScan}
        onZoom={zoom}
      >
        {isMultiple && (
          <Suspense fallback={<Block width="100%" height={chartHeight} />}>
            <Multiples
              name={shown.name}
              model={shown.model}
              series={shown.drawn}
              earlier={shown.earlier}
              moves={comparison?.moves}
              wording={wording}
              onChange={onChange}
            />
          </Suspense>
        )}
      </TimelineChart>
      {comparison && comparison.leftOut > 0 && (
        <p className={styles['basis']}>
          {counted(comparison.leftOut, 'series has', 'series have', wording.locale)} no evidence in
          either period and {comparison.leftOut === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {!isMultiple && all.length > byDefault.size && (
        <p className={styles['basis']}>
          Showing {drawn.length} of {all.length} lines. The table lists them all.
        </p>
      )}
    </Card>
  );
}

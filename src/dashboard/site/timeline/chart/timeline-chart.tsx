import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import type { Days } from '../../../../contract/dates/periods.ts';
import { frameShown } from '../../../ui/after-frame.ts';
import { DefinitionButton } from '../../../ui/definition-button.tsx';
import { elementIds } from '../../../ui/element-ids.ts';
import { PartUnavailable } from '../../../ui/part-unavailable.tsx';
import { Block } from '../../../ui/skeleton.tsx';
import { definitionOf } from '../../report/definitions.ts';
import type { DrawnSeries } from '../../report/drawn.ts';
import { countText, countWithNoun } from '../../report/figures.ts';
import type { TimelineModel } from '../../report/model.ts';
import { ReportTitle } from '../report-title.tsx';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import type { EarlierPeriod } from './earlier.tsx';
import { type Layout, layOut } from './layout.ts';
import type { PlotProps } from './plot.tsx';
import type { Wording } from './reading.ts';
import { useWidth } from './use-width.ts';

/**
 * Loaded on demand: Recharts is large. It is requested only when what is above the chart is on screen.
 */
const Plot = lazy<ComponentType<PlotProps>>(() =>
  frameShown()
    .then(() => import('./plot.tsx'))
    .then(
      ({ Plot }) => ({ default: Plot }),
      () => ({ default: PartUnavailable }),
    ),
);

interface TimelineChartProps {
  /** Accessible name, such as "Visibility by brand". */
  name: string;
  /** Whose figures it shows; null if unknown. */
  ownerName: string | null;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  hidden: readonly DrawnSeries[];
  /** The earlier period of a comparison; null without one. */
  earlier: EarlierPeriod | null;
  wording: Wording;
  /** Set where a point of the model is a week or month instead of a scan. */
  bucketed?: BucketedDrawing | null;
  /** Controls beside the title. */
  tools?: ReactNode;
  /** Drawn in place of lines and labels. */
  children?: ReactNode;
  onToggle: (drawn: DrawnSeries) => void;
  /** Shows every line that the user has hidden. */
  onShowAll: () => void;
  /** Opens the point with this index in the model: a scan, or the scans of a week or month. */
  onOpenScan: (scan: number) => void;
  /** Narrows the dates in view. */
  onZoom: (days: Days) => void;
  /** Rendered over the plot. */
  overlay?: (layout: Layout) => ReactNode;
  /** Rendered after the caption. */
  note?: ReactNode;
}

/** Pixels; fixed, so that nothing below moves when data arrives. */
export const chartHeight = 340;
/** Pixels on paper, so that the chart fits below heading, filters and figures on A4 or Letter in landscape. */
const paperHeight = 230;

/** Names the zone of the time axis, and says where scans of unknown time are drawn. */
function axisCaption({ scans }: TimelineModel, { zone, locale }: Wording): string {
  const untimed = scans.filter(({ hasTime }) => !hasTime).length;
  if (untimed === 0) return `Times in ${zone}`;
  const ofAll =
    untimed === scans.length
      ? countWithNoun(untimed, 'scan', 'scans', locale)
      : `${countText(untimed, locale)} of ${countWithNoun(scans.length, 'scan', 'scans', locale)}`;
  const where = `drawn at noon in ${zone} on ${untimed === 1 ? 'its UTC date' : 'their UTC dates'}`;
  return `Times in ${zone} · Time unknown for ${ofAll}: ${where}`;
}

/** Says where a value axis that does not include zero starts or ends. */
function axisRangeText({ y, valueTicks }: Layout): string {
  const [low, high] = y.domain;
  const first = low > 0 ? valueTicks[0] : valueTicks.at(-1);
  if (!first || (low <= 0 && high >= 0)) return '';
  return ` · The axis ${low > 0 ? 'starts' : 'ends'} at ${first.label}, not at zero`;
}

/** Series over scans as lines, with their labels and an interactive layer. */
export function TimelineChart(props: TimelineChartProps) {
  const { name, ownerName, model, drawn, hidden, earlier, wording } = props;
  const { bucketed = null, tools, children, overlay, note } = props;
  const { onToggle, onShowAll, onOpenScan, onZoom } = props;
  const definition = definitionOf(model.metric);
  const hasTrackedSeries = drawn.some(({ summary }) => summary.isTracked);
  const ruler = useRef<HTMLDivElement>(null);
  const { width, isPaper } = useWidth(ruler);
  const height = isPaper ? paperHeight : chartHeight;
  const { zone, unit, locale } = wording;
  const layout = useMemo(() => {
    if (width === 0) return null;
    const columns = drawn.map(({ summary }) => summary.series);
    const shown = new Set(columns.map(({ id }) => id));
    const background = earlier?.model.series.filter(({ id }) => shown.has(id));
    return layOut({ width, height }, model.instants, columns, zone, unit, locale, background);
  }, [width, height, model, drawn, earlier, zone, unit, locale]);
  return (
    <figure id={elementIds.chart} className={styles['figure']} aria-label={name} tabIndex={-1}>
      <div className={styles['heading']}>
        <h2 className={styles['title']}>
          <ReportTitle ownerName={ownerName} name={name} />
        </h2>
        {definition && <DefinitionButton {...definition} />}
        {tools}
      </div>
      <div className={styles['box']} style={{ minHeight: children ? 0 : height }}>
        {/* Its height never changes, so drawing at a new width does not change its size again. */}
        <div ref={ruler} />
        {children}
        {layout && !children && (
          <Suspense fallback={<Block width="100%" height={height} />}>
            <Plot
              name={name}
              layout={layout}
              model={model}
              drawn={drawn}
              hidden={hidden}
              earlier={earlier}
              wording={wording}
              bucketed={bucketed}
              overlay={overlay?.(layout)}
              onToggle={onToggle}
              onShowAll={onShowAll}
              onOpenScan={onOpenScan}
              onZoom={onZoom}
            />
          </Suspense>
        )}
      </div>
      <figcaption className={styles['note']}>
        {bucketed?.caption ?? axisCaption(model, wording)}
        {layout && !children && drawn.length > 0 && axisRangeText(layout)}
        {earlier &&
          (hasTrackedSeries || children
            ? ` · Dotted line: ${earlier.name}`
            : !isPaper && ` · Point at a line’s name to see ${earlier.name} as a dotted line`)}
        {note}
      </figcaption>
    </figure>
  );
}

import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { Days } from '../../../contract/dates/periods.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { definitionOf } from '../../../figures/series/definitions.ts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { waitUntilFrameShown } from '../../ui/after-frame.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionButton } from '../../ui/definition-button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { PartUnavailable } from '../../ui/part-unavailable.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import { findAllEarlierSeries } from './earlier.tsx';
import { FrontSeries } from './front-series.ts';
import { Labels } from './labels.tsx';
import { type Layout, layOut } from './layout.ts';
import { ReportTitle } from './report-title.tsx';
import { type MeasuredWidth, useWidth } from './use-width.ts';

interface TimelineChartProps {
  /** Accessible name, such as "Visibility by brand". */
  name: string;
  /**
   * Whose figures the chart shows, such as "Acme" or "Acme and others"; null if there is no brand, or if the chart
   * compares only other brands.
   */
  ownerName: string | null;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  /** Series that the user has hidden and can show again. */
  hidden: readonly DrawnSeries[];
  /** The earlier period of a comparison; null if there is none. */
  earlier: EarlierPeriod | null;
  wording: Wording;
  /** The drawing with a point per week or month; null or missing if each point is a scan. */
  bucketed?: BucketedDrawing | null;
  /** Controls beside the title. */
  tools?: ReactNode;
  /** Renders something of this width in place of the lines and labels, if not null. */
  renderInstead?: ((size: MeasuredWidth) => ReactNode) | null;
  onToggle: (drawn: DrawnSeries) => void;
  /** Shows every line that the user has hidden. */
  onShowAll: () => void;
  /** Opens the point with this index in the model: a scan, or the scans of a week or month. */
  onOpenPoint: (point: number) => void;
  /** Narrows the dates in view. */
  onZoom: (days: Days) => void;
  /** Rendered over the plot. */
  overlay?: (layout: Layout) => ReactNode;
  /** Rendered after the caption. */
  note?: ReactNode;
  /** What the values beside the names are: "latest scan". */
  valuesText: string;
}

/** Height in pixels; fixed, so that nothing below moves when data arrives. */
export const chartHeight = 340;
/** Height on paper in pixels. The chart fits below the heading, filters and figures on A4 or Letter in landscape. */
const paperHeight = 230;

type Plot = typeof import('./plot.tsx').Plot;

/**
 * The plot, shared by all charts so that later ones render it at once. Undefined until its code has loaded, and null if
 * loading failed.
 */
let loadedPlot: Plot | null | undefined;

/** Loads the plot after a frame has been shown, since its code includes Recharts, which is large. */
async function loadPlot(): Promise<void> {
  await waitUntilFrameShown();
  loadedPlot = await import('./plot.tsx').then(
    ({ Plot }) => Plot,
    () => null,
  );
}

/** The plot of a chart, if it is needed: undefined until its code has loaded, and null if loading failed. */
function usePlot(isNeeded: boolean): Plot | null | undefined {
  const [plot, setPlot] = useState(() => loadedPlot);
  useEffect(() => {
    if (isNeeded && plot === undefined) {
      void loadPlot().then(() => startTransition(() => setPlot(() => loadedPlot)));
    }
  }, [isNeeded, plot]);
  return plot;
}

/** The caption of the time axis: its zone, and where scans of unknown time are drawn. */
function axisCaptionOf({ scans }: TimelineModel, { zone, locale }: Wording): string {
  const untimedCount = scans.filter(({ hasTime }) => !hasTime).length;
  if (untimedCount === 0) return `Times in ${zone}`;
  const untimedScans =
    untimedCount === scans.length
      ? countWithNoun(untimedCount, 'scan', 'scans', locale)
      : `${countText(untimedCount, locale)} of ${countWithNoun(scans.length, 'scan', 'scans', locale)}`;
  const where = `drawn at noon in ${zone} on ${untimedCount === 1 ? 'its UTC date' : 'their UTC dates'}`;
  return `Times in ${zone} · Time unknown for ${untimedScans}: ${where}`;
}

interface NoLinesProps {
  /** How many lines are hidden. */
  count: number;
  height: number;
  onShowAll: () => void;
}

/** Shown instead of axes and lines when every line is hidden. */
function NoLines({ count, height, onShowAll }: NoLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={styles['empty']} style={{ height }}>
      <p role="status">{count === 1 ? 'The only line is hidden.' : 'Every line is hidden.'}</p>
      <Button onClick={onShowAll}>Show all</Button>
    </div>
  );
}

/** A line chart of series over time, with labels and an interactive layer. */
export function TimelineChart(props: TimelineChartProps) {
  const { name, ownerName, model, drawn, hidden, earlier, wording } = props;
  const { bucketed = null, tools, renderInstead = null, overlay, note, valuesText } = props;
  const { onToggle, onShowAll, onOpenPoint, onZoom } = props;
  const definition = definitionOf(model.metric);
  const hasQuietLines = !renderInstead && drawn.some(({ look }) => look.isQuiet);
  const ruler = useRef<HTMLDivElement>(null);
  const Plot = usePlot(renderInstead === null);
  const { width, isPaper } = useWidth(ruler);
  const height = isPaper ? paperHeight : chartHeight;
  const [frontId, setFrontId] = useState<string | null>(null);
  // The line in front may be missing from a newer report.
  const front = drawn.some(({ summary }) => summary.series.id === frontId) ? frontId : null;
  const { zone, unit, locale } = wording;
  const layout = useMemo(() => {
    if (width === 0) return null;
    const columns = drawn.map(({ summary }) => summary.series);
    const background = earlier && {
      series: findAllEarlierSeries(earlier, drawn),
      instants: earlier.model.instants,
    };
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
      <div className={styles['box']} style={{ minHeight: renderInstead ? 0 : height }}>
        {/* The ruler's height never changes, so drawing at a new width does not resize it again. */}
        <div ref={ruler} />
        {layout && renderInstead?.({ width, isPaper })}
        {layout && !renderInstead && (
          <FrontSeries value={front}>
            {drawn.length === 0 ? (
              <NoLines count={hidden.length} height={height} onShowAll={onShowAll} />
            ) : Plot ? (
              <Plot
                name={name}
                layout={layout}
                model={model}
                drawn={drawn}
                earlier={earlier}
                wording={wording}
                bucketed={bucketed}
                overlay={overlay?.(layout)}
                onOpenPoint={onOpenPoint}
                onZoom={onZoom}
              />
            ) : (
              <div style={{ width: layout.x.pixels[1], height }}>
                {Plot === null ? (
                  <PartUnavailable />
                ) : (
                  <Loading label="Loading the chart">
                    <Block width="100%" height={height} />
                  </Loading>
                )}
              </div>
            )}
            <Labels
              drawn={drawn}
              hidden={hidden}
              layout={layout}
              wording={wording}
              onFrontChange={setFrontId}
              onToggle={onToggle}
            />
          </FrontSeries>
        )}
      </div>
      <figcaption className={styles['note']}>
        {bucketed?.caption ?? axisCaptionOf(model, wording)}
        {drawn.length > 0 && ` · Values: ${valuesText}`}
        {layout?.axisNote && drawn.length > 0 && (renderInstead || Plot) && ` · ${layout.axisNote}`}
        {earlier &&
          drawn.length > 0 &&
          ` · Dotted ${drawn.length > 1 ? 'lines' : 'line'}: ${earlier.name}${hasQuietLines ? ', for the clear lines' : ''}`}
        {note}
      </figcaption>
    </figure>
  );
}

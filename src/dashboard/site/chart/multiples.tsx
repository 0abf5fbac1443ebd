import {
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReportScan } from '../../../figures/series/columns.ts';
import { extremesOf } from '../../../figures/series/extremes.ts';
import { indexOfScan } from '../../../figures/series/model.ts';
import { isTrackedFigure } from '../../../figures/series/tracked-brand.ts';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Change } from '../comparison/move.tsx';
import { ShownVerdictText } from '../comparison/shown-verdict-text.tsx';
import type { TimelineSearch } from '../search/search.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import { type Reading, readingAt, toSpokenText } from '../series/reading.ts';
import type { BucketedDrawing } from './bucketed-drawing.ts';
import styles from './chart.module.css';
import type { Drawing } from './chart-in-view.ts';
import {
  changePathOf,
  drawTimeAxis,
  drawValueAxis,
  gridPathOf,
  labelWidthOf,
  timeLabelsOf,
} from './drawing.ts';
import { EarlierLine, findAllEarlierSeries } from './earlier.tsx';
import type { MarkerLayout } from './markers.tsx';
import {
  arrangeMultiples,
  axisHeight,
  headGap,
  lineHeight,
  markerHeight,
} from './multiples-layout.ts';
import { toSeriesPath } from './path.ts';
import { PointSlider } from './point-slider.tsx';
import { figureOf, type Moves, rankSeries } from './ranking.ts';
import { nearestIndexOf, pixelOf, valueAt } from './scale.ts';
import { type InputMethod, Tooltip } from './tooltip.tsx';
import type { MeasuredWidth } from './use-width.ts';

/** Pixels between the drawing and the highest and lowest value, for half the width of a line. */
const margin = 3;
/** Pixels between the labels of the value axis and the drawing. */
const labelGap = 6;
/** Pixels above the markers, as in the line chart. */
const markerTop = 10;
/** Pixels from the crosshair within which a tap counts as a tap on the selected point. */
const fingerReach = 12;
/** Keeps the width of strokes constant although the drawing is stretched. */
const strokeProps = { vectorEffect: 'non-scaling-stroke' } as const;

/** Returns a search that draws lines and adds a series to those drawn clearly. */
function showAmongLines(search: TimelineSearch, id: string): TimelineSearch {
  const withoutId = (ids: readonly string[]) => ids.filter((other) => other !== id);
  const { show, hide } = search;
  return { ...search, view: 'lines', show: [...withoutId(show), id], hide: withoutId(hide) };
}

interface MultiplesProps {
  /** What to draw; its name is the accessible name of the chart. */
  drawing: Drawing;
  /** The drawing with a point per week or month; null if each point is a scan. */
  bucketed: BucketedDrawing | null;
  /** The width of all charts together. */
  size: MeasuredWidth;
  /** The move of each series, by series ID; undefined if there is no comparison. */
  moves: Moves;
  wording: Wording;
  /** Instants of scans that were measured differently from the previous scan, in milliseconds since 1970. */
  changes: readonly number[];
  /** Renders the markers of the scans in `changes`. */
  renderMarkers: (layout: MarkerLayout) => ReactNode;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
  /** Opens the point with this index in the model: a scan, or the scans of a week or month. */
  onOpenPoint: (point: number) => void;
}

/** The arrangement, scales, grid lines and labels that all charts share. */
function useSharedLayout({ drawing, size, moves, wording }: MultiplesProps) {
  const { width, isPaper } = size;
  const { model, drawn, earlier } = drawing;
  const { unit, locale, zone } = wording;
  const isCompared = moves !== undefined;
  return useMemo(() => {
    const columns = [
      ...drawn.map(({ summary }) => summary.series),
      ...findAllEarlierSeries(earlier, drawn),
    ];
    const grid = arrangeMultiples(drawn.length, { width, isPaper });
    const plotHeight = grid.chartHeight - (isCompared ? 2 : 1) * lineHeight - headGap;
    const valueLists = columns.map(({ values }) => values);
    const yPixels = [plotHeight - margin, margin] as const;
    const valueAxis = drawValueAxis(valueLists, 5, yPixels, unit, locale);
    const start = Math.min(labelWidthOf(valueAxis) + labelGap, grid.chartWidth / 3);
    const xPixels = [start + margin, grid.chartWidth - margin] as const;
    const timeAxis = drawTimeAxis(model.instants, earlier?.model.instants, xPixels, zone, locale);
    const { valueTicks } = valueAxis;
    return {
      ...grid,
      plotHeight,
      start,
      x: timeAxis.x,
      y: valueAxis.y,
      timeLabels: [...timeLabelsOf({ ...timeAxis, width: grid.chartWidth }).values()],
      gridLines: gridPathOf(valueTicks, [start, grid.chartWidth]),
      valueLabels: [valueTicks.at(-1)?.label ?? '', valueTicks[0]?.label ?? ''],
    };
  }, [model, drawn, earlier, unit, locale, zone, width, isPaper, isCompared]);
}
type SharedLayout = ReturnType<typeof useSharedLayout>;

interface SmallLinesProps {
  drawn: DrawnSeries;
  layout: SharedLayout;
  drawing: Drawing;
  changes: readonly number[];
}

/** The lines of one small chart, memoised since they stay the same while the pointer moves. */
const SmallLines = memo(({ drawn, layout, drawing, changes }: SmallLinesProps) => {
  const { x, y, gridLines, chartWidth, plotHeight } = layout;
  const { model, earlier } = drawing;
  const { summary, look } = drawn;
  const { line, dots } = toSeriesPath(summary.series, model.instants, x, y);
  return (
    <svg
      viewBox={`0 0 ${chartWidth} ${plotHeight}`}
      height={plotHeight}
      width="100%"
      preserveAspectRatio="none"
      className={styles['lines']}
      aria-hidden="true"
    >
      <path className={styles['rules']} d={gridLines} {...strokeProps} />
      {changes.length > 0 && (
        <path
          className={styles['changed']}
          data-changes
          d={changePathOf(changes, x, y)}
          {...strokeProps}
        />
      )}
      {earlier && <EarlierLine earlier={earlier} drawn={drawn} x={x} y={y} />}
      <g className={styles['series']} data-tracked={summary.isTracked || undefined}>
        <path
          data-multiple={summary.series.key}
          d={line}
          stroke={look.colour}
          strokeDasharray={look.dash}
          {...strokeProps}
        />
        <path className={styles['dots']} d={dots} stroke={look.colour} {...strokeProps} />
      </g>
    </svg>
  );
});

interface AxesProps {
  layout: SharedLayout;
  /** Whether to label the time axis: nothing is below the chart. */
  isBottom: boolean;
}

/** The labels of both axes, as text that is not stretched with the drawing. */
const AxisLabels = memo(({ layout, isBottom }: AxesProps) => {
  const { valueLabels, start, chartWidth, timeLabels } = layout;
  return (
    <>
      <span
        className={styles['valueLabels']}
        style={{ width: start - labelGap }}
        aria-hidden="true"
      >
        {valueLabels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </span>
      {isBottom && (
        <span className={styles['timeLabels']} style={{ height: axisHeight }} aria-hidden="true">
          {timeLabels.map(({ text, x }) => (
            <span key={x} style={{ left: `${(x / chartWidth) * 100}%` }}>
              {text}
            </span>
          ))}
        </span>
      )}
    </>
  );
});

/** Describes the lowest and the highest value of a series; empty if it has no values. */
function describeExtremes({ summary }: DrawnSeries, wording: Wording): string {
  const extremes = extremesOf([summary.series.values]);
  if (!extremes) return '';
  const [low, high] = extremes;
  const [lowText, highText] = [valueText(low, wording), valueText(high, wording)];
  return lowText === highText ? `, always ${lowText}` : `, lowest ${lowText}, highest ${highText}`;
}

/** The point under the pointer or chosen by keyboard, the same in every chart; null if there is none. */
interface Selection {
  scan: ReportScan;
  /** The series in whose chart the tooltip is shown. */
  seriesId: string;
  inputMethod: InputMethod;
}

/** What is selected, and how a pointer over a chart or the keyboard changes it. */
function useSelection({ drawing, onOpenPoint }: MultiplesProps, layout: SharedLayout) {
  const { model } = drawing;
  const [selection, setSelection] = useState<Selection | null>(null);
  /** The point that a click opens; null if it opens none. A tap opens only the point that is already selected. */
  const armedPoint = useRef<number | null>(null);
  const index = selection === null ? -1 : indexOfScan(model, selection.scan);
  const point = index < 0 ? null : index;
  const at = point === null ? null : pixelOf(layout.x, model.instants[point] ?? 0);
  const select = (target: number, seriesId: string, inputMethod: InputMethod) => {
    const scan = model.scans[target];
    setSelection(scan ? { scan, seriesId, inputMethod } : null);
  };
  const pixelAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return ((clientX - left) / (width || 1)) * layout.chartWidth;
  };
  const pointAt = (event: PointerEvent<HTMLElement>) =>
    nearestIndexOf(model.instants, valueAt(layout.x, pixelAt(event)));
  const inputMethodOf = ({ pointerType }: PointerEvent) =>
    pointerType === 'touch' ? 'touch' : 'mouse';
  const pointerPropsOf = (seriesId: string) => ({
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      select(pointAt(event), seriesId, inputMethodOf(event)),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const pressed = pointAt(event);
      if (inputMethodOf(event) === 'touch') {
        const isNear = at !== null && Math.abs(pixelAt(event) - at) <= fingerReach;
        const isSelected = point !== null && selection?.seriesId === seriesId && isNear;
        armedPoint.current = isSelected ? point : null;
        if (isSelected) return;
      } else armedPoint.current = pressed;
      select(pressed, seriesId, inputMethodOf(event));
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      // Lifting a finger also fires this event, but must not close the tooltip.
      if (inputMethodOf(event) !== 'touch') setSelection(null);
    },
    onClick: () => {
      if (armedPoint.current !== null) onOpenPoint(armedPoint.current);
    },
  });
  return { selection, point, at, select, clear: () => setSelection(null), pointerPropsOf };
}

interface CrosshairProps {
  layout: SharedLayout;
  drawn: DrawnSeries;
  at: number;
  value: number | null;
}

function Crosshair({ layout, drawn, at, value }: CrosshairProps) {
  return (
    <svg
      className={styles['cross']}
      width={layout.chartWidth}
      height={layout.plotHeight}
      aria-hidden="true"
    >
      <line x1={at} x2={at} y1={margin} y2={layout.plotHeight - margin} />
      {value !== null && (
        <circle cx={at} cy={pixelOf(layout.y, value)} r="4" stroke={drawn.look.colour} />
      )}
    </svg>
  );
}

/**
 * A small chart for each series, ranked, all with the same value and time scales. A point that is selected in one of
 * them is selected in all.
 */
export function Multiples(props: MultiplesProps) {
  const { drawing, bucketed, moves, wording, changes, renderMarkers, onChange, onOpenPoint } =
    props;
  const { name, model, drawn: series, earlier } = drawing;
  const layout = useSharedLayout(props);
  const { columns, gaps, chartWidth, chartHeight, plotHeight, height, x } = layout;
  const ranked = useMemo(() => rankSeries(series, moves, wording), [series, moves, wording]);
  const { selection, point, at, select, clear, pointerPropsOf } = useSelection(props, layout);
  const openedId = useRef<string | null>(null);
  useEffect(
    () => () => {
      // Lines have replaced the small charts, so focus moves to the label of the opened series.
      const figure = document.getElementById(elementIds.chart);
      const labels = [...(figure?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
      labels.find(({ dataset }) => dataset['id'] === openedId.current)?.focus();
    },
    [],
  );
  const readPoint = (target: number, front: string | null = null): Reading =>
    bucketed?.readingAt(target, front) ?? readingAt(model, series, target, wording, earlier, front);
  const reading = point === null ? null : readPoint(point, selection?.seriesId);
  const pointNoun = bucketed?.bucket ?? 'scan';
  const action = bucketed ? `show the scans of this ${pointNoun}` : 'open the scan';
  const renderChart = (drawn: DrawnSeries, place: number) => {
    const { id, label } = drawn.summary.series;
    const move = moves?.get(id);
    const isTracked = isTrackedFigure(model, id);
    const row = reading?.rows.find((other) => other.drawn.summary.series.id === id);
    return (
      <li key={id}>
        <button
          type="button"
          data-printed
          data-tracked={drawn.summary.isTracked || undefined}
          className={`${styles['label']} ${styles['small']}`}
          title={`See ${isolate(label)} among the lines`}
          onClick={() => {
            openedId.current = id;
            onChange((current) => showAmongLines(current, id));
          }}
        >
          <span>
            <bdi className={styles['name']}>{label}</bdi>{' '}
            <b>
              {row ? valueText(row.value, wording) : valueText(figureOf(drawn, moves), wording)}
            </b>
          </span>{' '}
          {moves && (
            <span>
              {move && (
                <>
                  <Change {...move} isTracked={isTracked} wording={wording} />{' '}
                  <ShownVerdictText
                    verdict={move.verdict}
                    isTracked={isTracked}
                    wording={wording}
                    isShort
                  />
                </>
              )}
            </span>
          )}
          <VisuallyHidden>{describeExtremes(drawn, wording)}</VisuallyHidden>
        </button>
        <div className={styles['smallPlot']} style={{ marginTop: headGap }} {...pointerPropsOf(id)}>
          <SmallLines {...{ drawn, layout, drawing, changes }} />
          <AxisLabels layout={layout} isBottom={place + columns >= ranked.length} />
          {row && at !== null && <Crosshair {...{ layout, drawn, at }} value={row.value} />}
          {reading && row && at !== null && selection?.seriesId === id && (
            <Tooltip
              reading={{ ...reading, rows: [row] }}
              at={at}
              layout={{ width: chartWidth, height: plotHeight, top: 0 }}
              inputMethod={selection.inputMethod}
              action={action}
            />
          )}
        </div>
      </li>
    );
  };
  return (
    <div className={styles['multiples']} style={{ minHeight: height, paddingBottom: axisHeight }}>
      <div className={styles['markerRow']} style={{ height: markerHeight, width: chartWidth }}>
        {renderMarkers({
          width: chartWidth,
          height: markerHeight,
          top: markerTop,
          x,
          // The line of each change leads from its marker down to the charts.
          y: { domain: [0, 1], pixels: [markerHeight, markerTop] },
        })}
      </div>
      <div className={styles['box']}>
        <ol
          className={styles['grid']}
          style={{
            gap: `${gaps.row}px ${gaps.column}px`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridAutoRows: `minmax(${chartHeight}px, auto)`,
          }}
          aria-label={`${name}, one chart per series`}
        >
          {ranked.map(renderChart)}
        </ol>
        <PointSlider
          className={styles['around']}
          {...{ name, pointNoun, action }}
          last={model.instants.length - 1}
          selected={point}
          toText={(target) => toSpokenText(readPoint(target))}
          onMove={(target) => select(target, ranked[0]?.summary.series.id ?? '', 'keyboard')}
          onClear={clear}
          onOpen={onOpenPoint}
          onClick={() => onOpenPoint(point ?? model.instants.length - 1)}
        />
      </div>
    </div>
  );
}

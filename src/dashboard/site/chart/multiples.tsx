import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ReportScan } from '../../api/columns.ts';
import { isTrackedFigure } from '../../api/tracked-brand.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Change } from '../comparison/move.tsx';
import { ShownVerdictText } from '../comparison/shown-verdict-text.tsx';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { TimelineSearch } from '../search/search.ts';
import { datesInWords } from '../search/utc-days.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import { extremesOf } from '../series/extremes.ts';
import type { TimelineModel } from '../series/model.ts';
import { valueText, type Wording } from '../series/reading.ts';
import styles from './chart.module.css';
import { changePathOf, drawValueAxis, gridPathOf, timeDomainOf } from './drawing.ts';
import { EarlierLine, findAllEarlierSeries } from './earlier.tsx';
import { MarkerRow } from './marker-row.tsx';
import type { MarkerLayout } from './markers.tsx';
import { toSeriesPath } from './path.ts';
import type { Scale } from './scale.ts';

/** Lengths in units of the drawing's `viewBox`, since the drawing is stretched to fit. */
const width = 240;
const height = 88;
const margin = 3;
/** Keeps the width of strokes constant although the drawing is stretched. */
const strokeProps = { vectorEffect: 'non-scaling-stroke' } as const;

type Moves = PeriodComparison['moves'] | undefined;

/** The figure that ranks a series: in a comparison, the mean of the later period; otherwise, the latest value. */
const figureOf = ({ summary }: DrawnSeries, moves: Moves): number | null =>
  moves ? (moves.get(summary.series.id)?.now ?? null) : summary.latest;

/**
 * Sorts the tracked series first, the others from the highest figure to the lowest, and those without a figure last.
 */
function rankSeries(series: readonly DrawnSeries[], moves: Moves): DrawnSeries[] {
  const sortValueOf = (drawn: DrawnSeries) => figureOf(drawn, moves) ?? Number.NEGATIVE_INFINITY;
  const compareDescending = (a: number, b: number) => (a === b ? 0 : b - a);
  return series.toSorted(
    (a, b) =>
      Number(b.summary.isTracked) - Number(a.summary.isTracked) ||
      compareDescending(sortValueOf(a), sortValueOf(b)),
  );
}

/** Returns a search that draws lines and adds a series to those drawn clearly. */
function showAmongLines(search: TimelineSearch, id: string): TimelineSearch {
  const withoutId = (ids: readonly string[]) => ids.filter((other) => other !== id);
  const { groupBy, show, hide } = search;
  // When grouped by prompt, small charts may be the default, so the URL has to ask for lines.
  const view = groupBy === 'prompt' ? 'lines' : null;
  return { ...search, view, show: [...withoutId(show), id], hide: withoutId(hide) };
}

interface MultiplesProps {
  /** Accessible name of the chart. */
  name: string;
  model: TimelineModel;
  series: readonly DrawnSeries[];
  /** The scans in view, in the order of the time axis. */
  scans: readonly ReportScan[];
  /** The earlier period of a comparison; null if there is none. */
  earlier: EarlierPeriod | null;
  /** The move of each series, by series ID; undefined if there is no comparison. */
  moves: Moves;
  wording: Wording;
  /** Instants of scans that were measured differently from the previous scan, in milliseconds since 1970. */
  changes: readonly number[];
  /** Renders the markers of the scans in `changes`. */
  renderMarkers: (layout: MarkerLayout) => ReactNode;
  onChange: (update: (search: TimelineSearch) => TimelineSearch) => void;
}

/** The scales, grid lines and value labels that all charts share. */
function useSharedScales({ model, series, earlier, wording }: MultiplesProps) {
  const { unit, locale } = wording;
  return useMemo(() => {
    const columns = [
      ...series.map(({ summary }) => summary.series),
      ...findAllEarlierSeries(earlier, series),
    ];
    const valueLists = columns.map(({ values }) => values);
    const pixels = [height - margin, margin] as const;
    const { y, valueTicks } = drawValueAxis(valueLists, 5, pixels, unit, locale);
    const x: Scale = {
      domain: timeDomainOf(model.instants, earlier?.model.instants),
      pixels: [margin, width - margin],
    };
    const gridLines = gridPathOf(valueTicks, [0, width]);
    const [low = '', high = ''] = [valueTicks[0]?.label, valueTicks.at(-1)?.label];
    return { x, y, gridLines, low, high };
  }, [model, series, earlier, unit, locale]);
}

interface SmallChartProps {
  drawn: DrawnSeries;
  scales: ReturnType<typeof useSharedScales>;
  model: TimelineModel;
  earlier: EarlierPeriod | null;
  changes: readonly number[];
}

function SmallChart({ drawn, scales, model, earlier, changes }: SmallChartProps) {
  const { x, y, gridLines, low, high } = scales;
  const { summary, look } = drawn;
  const { line, dots } = toSeriesPath(summary.series, model.instants, x, y);
  return (
    <span className={styles['scaled']} aria-hidden="true">
      <span className={styles['where']}>
        <span>{high}</span>
        <span>{low}</span>
      </span>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        height={height}
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
    </span>
  );
}

/** Describes the lowest and the highest value of a series; empty if it has no values. */
function describeExtremes({ summary }: DrawnSeries, wording: Wording): string {
  const extremes = extremesOf([summary.series.values]);
  if (!extremes) return '';
  const [low, high] = extremes;
  const [lowText, highText] = [valueText(low, wording), valueText(high, wording)];
  return lowText === highText ? `, always ${lowText}` : `, lowest ${lowText}, highest ${highText}`;
}

/** A small chart for each series, ranked, all with the same value and time scales. */
export function Multiples(props: MultiplesProps) {
  const { name, model, series, scans, earlier, moves, wording } = props;
  const { changes, renderMarkers, onChange } = props;
  const scales = useSharedScales(props);
  const rankedSeries = useMemo(() => rankSeries(series, moves), [series, moves]);
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
  const days = [scans[0]?.date, scans.at(-1)?.date, earlier?.days.start, earlier?.days.end]
    .filter((day) => day !== undefined)
    .sort();
  const [startDate = null, endDate = null] = [days[0], days.at(-1)];
  const dates = datesInWords({ range: null, startDate, endDate }, wording.locale);
  return (
    <>
      <MarkerRow x={scales.x} drawingWidth={width} valueLabels={[scales.high, scales.low]}>
        {renderMarkers}
      </MarkerRow>
      <ol className={styles['grid']} aria-label={`${name}, one chart per series`}>
        {rankedSeries.map((drawn) => {
          const { id, label } = drawn.summary.series;
          const move = moves?.get(id);
          const isTracked = isTrackedFigure(model, id);
          return (
            <li key={id}>
              <button
                type="button"
                data-printed
                className={`${styles['label']} ${styles['small']}`}
                onClick={() => {
                  openedId.current = id;
                  onChange((current) => showAmongLines(current, id));
                }}
              >
                <span>
                  <bdi>{label}</bdi> <b>{valueText(figureOf(drawn, moves), wording)}</b>
                </span>{' '}
                {move && (
                  <span>
                    <Change {...move} isTracked={isTracked} wording={wording} />{' '}
                    <ShownVerdictText
                      verdict={move.verdict}
                      isTracked={isTracked}
                      wording={wording}
                      isShort
                    />
                  </span>
                )}
                <SmallChart {...{ drawn, scales, model, earlier, changes }} />
                <VisuallyHidden>{describeExtremes(drawn, wording)}</VisuallyHidden>
              </button>
            </li>
          );
        })}
      </ol>
      <p className={styles['note']}>
        All charts have the same scale: {scales.low} to {scales.high}, {dates}.{' '}
        <span className={styles['hint']}>
          Select a chart to see its line together with the others.
        </span>
      </p>
    </>
  );
}

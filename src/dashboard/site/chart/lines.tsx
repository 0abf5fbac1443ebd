import { memo, use } from 'react';
import type { TimelineModel } from '../../../figures/series/model.ts';
import { type DrawnSeries, isHighlighted } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import { quietOpacity } from '../series/looks.ts';
import styles from './chart.module.css';
import {
  gridPathOf,
  isEarlierLineFaint,
  sortByLayer,
  type ValueTick,
  zeroPathOf,
} from './drawing.ts';
import { EarlierLine } from './earlier.tsx';
import { FrontSeries } from './front-series.ts';
import { type SeriesPieces, toSeriesPath, toSeriesPieces } from './path.ts';
import { pixelOf, type Scale } from './scale.ts';

/** SVG path data of a model on the scales of two axes. */
export interface Paths {
  /** One for each drawn series, in the same order. */
  series: readonly SeriesPieces[];
  /** Marks on the time axis under scans whose time is unknown; empty if there are none. */
  marks: string;
}

interface LinesProps {
  drawn: readonly DrawnSeries[];
  paths: Paths;
  /** The earlier period of a comparison, drawn behind the lines for highlighted series; null if there is none. */
  earlier: EarlierPeriod | null;
  /** The scales of the chart's axes. */
  x: Scale;
  y: Scale;
  /** Values with a horizontal grid line. */
  valueTicks: readonly ValueTick[];
}

/** The path data of short strokes on the time axis under scans whose time is unknown, at most one per pixel. */
function toUntimedMarksPath({ instants, scans }: TimelineModel, x: Scale, bottom: number): string {
  const marks: string[] = [];
  let lastPixel = Number.NaN;
  for (const [index, { hasTime }] of scans.entries()) {
    const pixel = Math.round(pixelOf(x, instants[index] ?? 0));
    if (hasTime || pixel === lastPixel) continue;
    marks.push(`M${pixel} ${bottom}v-6`);
    lastPixel = pixel;
  }
  return marks.join('');
}

export const pathsOf = (
  model: TimelineModel,
  drawn: readonly DrawnSeries[],
  x: Scale,
  y: Scale,
): Paths => ({
  series: drawn.map(({ summary, look }) => {
    if (look.dash === undefined) return toSeriesPieces(summary.series, model.instants, x, y);
    // Dashes would restart in each piece, so a dashed line stays whole.
    const { line, dots } = toSeriesPath(summary.series, model.instants, x, y);
    return { pieces: [line], dots };
  }),
  marks: toUntimedMarksPath(model, x, y.pixels[0]),
});

interface LineProps extends SeriesPieces {
  drawn: DrawnSeries;
  emphasis: 'none' | 'front' | 'back';
}

const SeriesLine = memo(({ drawn: { summary, look }, pieces, dots, emphasis }: LineProps) => (
  <g
    className={styles['series']}
    data-series={summary.series.key}
    data-emphasis={emphasis}
    data-tracked={summary.isTracked || undefined}
    data-quiet={look.isQuiet}
    stroke={look.colour}
    strokeOpacity={look.isQuiet && emphasis !== 'front' ? quietOpacity : undefined}
  >
    {[...pieces.entries()].map(([index, piece]) => (
      <path key={index} d={piece} strokeDasharray={look.dash} />
    ))}
    {dots !== '' && <path className={styles['dots']} data-dots={summary.series.key} d={dots} />}
  </g>
));

/** The lines of all drawn series, with grid lines, marks and the lines of an earlier period. */
export const Lines = memo(({ drawn, paths, earlier, x, y, valueTicks }: LinesProps) => {
  const front = use(FrontSeries);
  const lines = drawn.map((series, index) => ({ series, path: paths.series[index] }));
  const paintedLines = sortByLayer(lines, ({ series: { summary, look } }) => ({
    isTracked: summary.isTracked,
    isQuiet: look.isQuiet ?? false,
    isInFront: summary.series.id === front,
  }));
  const zeroPath = zeroPathOf(x, y);
  const highlighted = earlier ? drawn.filter((series) => isHighlighted(series, front)) : [];
  const isFaint = ({ summary }: DrawnSeries) =>
    front === null
      ? isEarlierLineFaint(summary.isTracked, highlighted.length)
      : summary.series.id !== front;
  return (
    <g className={styles['lines']}>
      <path className={styles['rules']} d={gridPathOf(valueTicks, x.pixels)} />
      {zeroPath !== '' && <path className={styles['zero']} d={zeroPath} />}
      {paths.marks !== '' && <path className={styles['marks']} d={paths.marks} />}
      {earlier &&
        highlighted.map((series) => (
          <EarlierLine
            key={series.summary.series.id}
            {...{ earlier, x, y }}
            drawn={series}
            isFaint={isFaint(series)}
          />
        ))}
      {paintedLines.map(({ series, path }) => {
        const { id } = series.summary.series;
        const emphasis = front === null ? 'none' : front === id ? 'front' : 'back';
        return (
          <SeriesLine
            key={id}
            drawn={series}
            pieces={path?.pieces ?? []}
            dots={path?.dots ?? ''}
            emphasis={emphasis}
          />
        );
      })}
    </g>
  );
});

import { memo, use } from 'react';
import { type DrawnSeries, isHighlighted } from '../report/drawn.ts';
import type { EarlierPeriod } from '../report/earlier-period.ts';
import { strokeOf } from '../report/looks.ts';
import type { TimelineModel } from '../report/model.ts';
import styles from './chart.module.css';
import { EarlierLine } from './earlier.tsx';
import { FrontSeries } from './front-series.ts';
import { type SeriesPieces, seriesPath, seriesPieces } from './path.ts';
import { pixelOf, type Scale } from './scale.ts';

/** SVG path data of a model on the scales of two axes. */
export interface Paths {
  /** One for each drawn series. */
  series: readonly SeriesPieces[];
  /** Marks under scans with only a UTC day. */
  marks: string;
}

interface LinesProps {
  drawn: readonly DrawnSeries[];
  paths: Paths;
  /** Drawn behind the lines, for the series in colour; null where nothing is compared. */
  earlier: EarlierPeriod | null;
  /** The scales of the chart's axes. */
  x: Scale;
  y: Scale;
  /** Values with a horizontal rule. */
  ruled: readonly { value: number }[];
}

/** Short strokes on the time axis under scans with only a UTC day, at most one per pixel. */
function utcDayMarks({ instants, scans }: TimelineModel, x: Scale, foot: number): string {
  const marks: string[] = [];
  let last = Number.NaN;
  for (const [index, { hasTime }] of scans.entries()) {
    const pixel = Math.round(pixelOf(x, instants[index] ?? 0));
    if (hasTime || pixel === last) continue;
    marks.push(`M${pixel} ${foot}v-6`);
    last = pixel;
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
    if (look.dash === undefined) return seriesPieces(summary.series, model.instants, x, y);
    // Dashes would restart in each piece.
    const { line, dots } = seriesPath(summary.series, model.instants, x, y);
    return { pieces: [line], dots };
  }),
  marks: utcDayMarks(model, x, y.pixels[0]),
});

const rulesAt = (ruled: LinesProps['ruled'], { pixels: [start, end] }: Scale, y: Scale): string =>
  ruled.map(({ value }) => `M${start} ${pixelOf(y, value)}H${end}`).join('');

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
    stroke={emphasis === 'front' ? look.colour : strokeOf(look)}
  >
    {[...pieces.entries()].map(([at, piece]) => (
      <path key={at} d={piece} strokeDasharray={look.dash} />
    ))}
    {dots !== '' && <path className={styles['dots']} data-dots={summary.series.key} d={dots} />}
  </g>
));

/** The lines of every drawn series, with rules and marks. */
export const Lines = memo(({ drawn, paths, earlier, x, y, ruled }: LinesProps) => {
  const front = use(FrontSeries);
  const lines = drawn.map((each, index) => ({ each, path: paths.series[index] }));
  // SVG paints in document order: the line in front goes last, the tracked brand above the rest.
  const layerOf = ({ summary, look }: DrawnSeries) =>
    summary.series.id === front ? 3 : summary.isTracked ? 2 : look.isQuiet ? 0 : 1;
  lines.sort((a, b) => layerOf(a.each) - layerOf(b.each));
  const [low] = y.domain;
  const highlighted = earlier ? drawn.filter((each) => isHighlighted(each, front)) : [];
  const isFaint = ({ summary }: DrawnSeries) =>
    front === null ? highlighted.length > 1 && !summary.isTracked : summary.series.id !== front;
  return (
    <g className={styles['lines']}>
      <path className={styles['rules']} d={rulesAt(ruled, x, y)} />
      {low < 0 && (
        <line
          className={styles['zero']}
          x1={x.pixels[0]}
          x2={x.pixels[1]}
          y1={pixelOf(y, 0)}
          y2={pixelOf(y, 0)}
        />
      )}
      {paths.marks !== '' && <path className={styles['marks']} d={paths.marks} />}
      {earlier &&
        highlighted.map((each) => (
          <EarlierLine
            key={each.summary.series.id}
            {...{ earlier, x, y }}
            drawn={each}
            isFaint={isFaint(each)}
          />
        ))}
      {lines.map(({ each, path }) => {
        const { id } = each.summary.series;
        const emphasis = front === null ? 'none' : front === id ? 'front' : 'back';
        return (
          <SeriesLine
            key={id}
            drawn={each}
            pieces={path?.pieces ?? []}
            dots={path?.dots ?? ''}
            emphasis={emphasis}
          />
        );
      })}
    </g>
  );
});

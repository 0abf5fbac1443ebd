import { createContext, memo, use } from 'react';
import type { DrawnSeries } from '../../report/drawn.ts';
import type { TimelineModel } from '../../report/model.ts';
import styles from './chart.module.css';
import { type SeriesPath, seriesPath } from './path.ts';
import { pixelOf, type Scale } from './scale.ts';

/** Id of the series that somebody points at, which is drawn in front of the others. */
export const FrontSeries = createContext<string | null>(null);

/** What is drawn of a model on the scales of two axes. */
export interface Paths {
  /** Of each drawn series. */
  series: readonly SeriesPath[];
  /** Under scans of which only the UTC day is known. */
  marks: string;
}

interface LinesProps {
  drawn: readonly DrawnSeries[];
  paths: Paths;
  /** The scales of the axes around. */
  x: Scale;
  y: Scale;
  /** Values at which a rule runs across. */
  ruled: readonly { value: number }[];
}

/** Short strokes on the time axis under scans of which only the UTC day is known, one a pixel at most. */
function utcDayMarks({ instants, scans }: TimelineModel, x: Scale, foot: number): string {
  const marks: string[] = [];
  let last = Number.NaN;
  for (const [index, { timed }] of scans.entries()) {
    const pixel = Math.round(pixelOf(x, instants[index] ?? 0));
    if (timed || pixel === last) continue;
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
  series: drawn.map(({ facts }) => seriesPath(facts.series, model.instants, x, y)),
  marks: utcDayMarks(model, x, y.pixels[0]),
});

const rulesAt = (ruled: LinesProps['ruled'], { pixels: [start, end] }: Scale, y: Scale): string =>
  ruled.map(({ value }) => `M${start} ${pixelOf(y, value)}H${end}`).join('');

interface LineProps {
  drawn: DrawnSeries;
  line: string;
  dots: string;
  emphasis: 'none' | 'front' | 'back';
}

const SeriesLine = memo(({ drawn: { facts, look }, line, dots, emphasis }: LineProps) => (
  <g
    className={styles['series']}
    data-emphasis={emphasis}
    data-tracked={facts.tracked || undefined}
    stroke={look.colour}
  >
    <path data-series={facts.series.key} d={line} strokeDasharray={look.dash} />
    {dots !== '' && <path className={styles['dots']} data-dots={facts.series.key} d={dots} />}
  </g>
));

/** Every drawn series as one path, on the scales of the chart around it. */
export const Lines = memo(({ drawn, paths, x, y, ruled }: LinesProps) => {
  const front = use(FrontSeries);
  const lines = drawn.map((each, index) => ({ each, path: paths.series[index] }));
  // SVG paints in document order: the line in front goes last, the tracked brand above the rest.
  const height = ({ facts }: DrawnSeries) =>
    facts.series.id === front ? 2 : facts.tracked ? 1 : 0;
  lines.sort((a, b) => height(a.each) - height(b.each));
  const [low] = y.domain;
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
      {lines.map(({ each, path }) => {
        const { id } = each.facts.series;
        const emphasis = front === null ? 'none' : front === id ? 'front' : 'back';
        return (
          <SeriesLine
            key={id}
            drawn={each}
            line={path?.line ?? ''}
            dots={path?.dots ?? ''}
            emphasis={emphasis}
          />
        );
      })}
    </g>
  );
});

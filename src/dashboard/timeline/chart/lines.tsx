import { createContext, memo, use, useMemo } from 'react';
import { type ScaleFunction, useXAxisScale, useYAxisScale } from 'recharts';
import type { DrawnSeries } from '../drawn.ts';
import type { TimelineModel } from '../model.ts';
import styles from './chart.module.css';
import { seriesPath } from './path.ts';
import { pixelOf, type Scale } from './scale.ts';

/** Id of the series that somebody points at, which is drawn in front of the others. */
export const FrontSeries = createContext<string | null>(null);

interface LinesProps {
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  domains: { x: Scale['domain']; y: Scale['domain'] };
  /** Values at which a rule runs across. */
  ruled: readonly { value: number }[];
}

/** The linear scale behind one of the chart's axes; null until the axis has its place. */
function linear(scale: ScaleFunction | undefined, domain: Scale['domain']): Scale | null {
  const start = scale?.(domain[0]);
  const end = scale?.(domain[1]);
  return start === undefined || end === undefined ? null : { domain, pixels: [start, end] };
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
export const Lines = memo(({ model, drawn, domains, ruled }: LinesProps) => {
  const front = use(FrontSeries);
  const scaleX = useXAxisScale();
  const scaleY = useYAxisScale();
  const x = useMemo(() => linear(scaleX, domains.x), [scaleX, domains.x]);
  const y = useMemo(() => linear(scaleY, domains.y), [scaleY, domains.y]);
  const paths = useMemo(
    () => x && y && drawn.map(({ facts }) => seriesPath(facts.series, model.instants, x, y)),
    [drawn, model, x, y],
  );
  const marks = useMemo(() => (x && y ? utcDayMarks(model, x, y.pixels[0]) : ''), [model, x, y]);
  if (!x || !y || !paths) return null;

  const lines = drawn.map((each, index) => ({ each, path: paths[index] }));
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
      {marks !== '' && <path className={styles['marks']} d={marks} />}
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

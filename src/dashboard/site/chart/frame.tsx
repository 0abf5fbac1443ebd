import { memo, useMemo } from 'react';
import { LineChart, XAxis, type XAxisTickContentProps, YAxis } from 'recharts';
import type { TimelineModel } from '../../../figures/series/model.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import styles from './chart.module.css';
import { type TickLabel, timeLabelsOf } from './drawing.ts';
import type { Layout } from './layout.ts';
import { Lines, pathsOf } from './lines.tsx';

interface FrameProps {
  layout: Layout;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
  /** The earlier period of a comparison; null if there is none. */
  earlier: EarlierPeriod | null;
}

type TickProps = Pick<XAxisTickContentProps, 'x' | 'y' | 'textAnchor' | 'payload'>;

/**
 * Creates a renderer of tick labels. Recharts would measure its default labels, which would take longer than all other
 * rendering.
 */
const createTickRenderer =
  (labels: ReadonlyMap<number, TickLabel>, dy: string) =>
  ({ x, y, textAnchor, payload }: TickProps) => {
    const label = labels.get(Number(payload.value));
    return (
      <text className={styles['tick']} x={label?.x ?? x} y={y} dy={dy} textAnchor={textAnchor}>
        {label?.text}
      </text>
    );
  };

/** The axes and lines, memoised since they stay the same while the pointer moves over the plot. */
export const Frame = memo(({ layout, model, drawn, earlier }: FrameProps) => {
  const { x, y, timeTicks, valueTicks } = layout;
  // Computed here, since Recharts renders `Lines` in a later pass, which must be quick.
  const paths = useMemo(() => pathsOf(model, drawn, x, y), [model, drawn, x, y]);
  // Recharts needs data for its scales, but freezes it, so it gets only two corners of the plot.
  const corners = useMemo(
    () => x.domain.map((instant, index) => ({ instant, value: y.domain[index] })),
    [x, y],
  );
  const timeLabels = useMemo(() => timeLabelsOf(layout), [layout]);
  const valueLabels = new Map(valueTicks.map(({ value, label }) => [value, { text: label }]));
  return (
    <LineChart
      className={styles['frame'] ?? ''}
      width={layout.width}
      height={layout.height}
      margin={{ top: layout.top, right: layout.right, bottom: 0, left: 0 }}
      data={corners}
      accessibilityLayer={false}
    >
      <XAxis
        type="number"
        dataKey="instant"
        domain={[...x.domain]}
        ticks={timeTicks.map(({ instant }) => instant)}
        niceTicks="none"
        interval={0}
        height={layout.axisHeight}
        axisLine={{ stroke: 'var(--line)' }}
        tickLine={{ stroke: 'var(--line)' }}
        tick={createTickRenderer(timeLabels, '0.71em')}
      />
      <YAxis
        type="number"
        dataKey="value"
        domain={[...y.domain]}
        ticks={valueTicks.map(({ value }) => value)}
        niceTicks="none"
        interval={0}
        width={layout.axisWidth}
        axisLine={false}
        tickLine={false}
        tick={createTickRenderer(valueLabels, '0.355em')}
      />
      <Lines drawn={drawn} paths={paths} earlier={earlier} x={x} y={y} valueTicks={valueTicks} />
    </LineChart>
  );
});

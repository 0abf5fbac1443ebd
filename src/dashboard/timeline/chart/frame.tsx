import { memo, useMemo } from 'react';
import { LineChart, XAxis, YAxis } from 'recharts';
import type { DrawnSeries } from '../drawn.ts';
import type { TimelineModel } from '../model.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { Lines } from './lines.tsx';

interface FrameProps {
  layout: Layout;
  model: TimelineModel;
  drawn: readonly DrawnSeries[];
}

const tick = { fill: 'var(--text-muted)', fontSize: 12 } as const;

/** Axes and lines: everything of the chart that pointing at it does not change. */
export const Frame = memo(({ layout, model, drawn }: FrameProps) => {
  const { x, y, timeTicks, valueTicks } = layout;
  const domains = useMemo(() => ({ x: x.domain, y: y.domain }), [x, y]);
  // The library needs some data to have scales, and freezes what it is given: two corners will do.
  const corners = useMemo(
    () => domains.x.map((instant, end) => ({ instant, value: domains.y[end] })),
    [domains],
  );
  const timeLabels = new Map(timeTicks.map(({ instant, label }) => [instant, label]));
  const valueLabels = new Map(valueTicks.map(({ value, label }) => [value, label]));
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
        domain={[...domains.x]}
        ticks={timeTicks.map(({ instant }) => instant)}
        tickFormatter={(instant: number) => timeLabels.get(instant) ?? ''}
        interval={0}
        height={layout.axisHeight}
        axisLine={{ stroke: 'var(--line)' }}
        tickLine={{ stroke: 'var(--line)' }}
        tick={tick}
      />
      <YAxis
        type="number"
        dataKey="value"
        domain={[...domains.y]}
        ticks={valueTicks.map(({ value }) => value)}
        tickFormatter={(value: number) => valueLabels.get(value) ?? ''}
        interval={0}
        width={layout.axisWidth}
        axisLine={false}
        tickLine={false}
        tick={tick}
      />
      <Lines model={model} drawn={drawn} domains={domains} ruled={valueTicks} />
    </LineChart>
  );
});

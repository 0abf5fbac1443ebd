import { memo, useMemo } from 'react';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import type { PeriodComparison } from '../comparison/use-comparison.ts';
import type { DrawnSeries } from '../report/drawn.ts';
import type { EarlierPeriod } from '../report/earlier-period.ts';
import { toModel } from '../report/model.ts';
import styles from './chart.module.css';
import { toSeriesPath } from './path.ts';
import type { Scale } from './scale.ts';

/** The earlier period as the chart draws it; null if its days do not correspond to days in view. */
export function earlierPeriodOf(
  { slices, shift, names }: PeriodComparison,
  zone: string,
): EarlierPeriod | null {
  if (shift === null) return null;
  const model = toModel(slices.before, zone);
  return {
    model: { ...model, instants: model.instants.map((instant) => instant + shift) },
    name: names.before,
    shiftDays: Math.round(shift / msPerUtcDay),
  };
}

const findSameSeries = ({ model }: EarlierPeriod, { summary }: DrawnSeries) =>
  model.series.find(({ id }) => id === summary.series.id);

interface EarlierLineProps {
  earlier: EarlierPeriod;
  drawn: DrawnSeries;
  x: Scale;
  y: Scale;
  /** Whether the line is fainter than usual, so that several in one chart stay in the background. */
  isFaint?: boolean;
}

/** The dotted line of a series in the earlier period. */
export const EarlierLine = memo(({ earlier, drawn, x, y, isFaint = false }: EarlierLineProps) => {
  const path = useMemo(() => {
    const series = findSameSeries(earlier, drawn);
    const { instants } = earlier.model;
    const [from, to] = x.domain;
    // Leaves out scans outside the plot, which covers only the time from the first to the last scan in view.
    const isInPlot = (instant = Number.NaN) => instant >= from && instant <= to;
    const values = series?.values.map((value, scan) =>
      isInPlot(instants[scan]) ? value : Number.NaN,
    );
    return series && values ? toSeriesPath({ ...series, values }, instants, x, y) : null;
  }, [earlier, drawn, x, y]);
  if (!path) return null;
  const { key } = drawn.summary.series;
  const strokeProps = { vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <g className={styles['earlier']} stroke={drawn.look.colour} data-faint={isFaint || undefined}>
      <path data-earlier={key} d={path.line} {...strokeProps} />
      {path.dots !== '' && (
        <path className={styles['dots']} data-earlier-dots={key} d={path.dots} {...strokeProps} />
      )}
    </g>
  );
});

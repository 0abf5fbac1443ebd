import { memo, useMemo } from 'react';
import { addDays, msPerUtcDay } from '../../../contract/dates/days.ts';
import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import { periodNamesOf } from '../../../figures/comparison/period-names.ts';
import type { SeriesColumn } from '../../../figures/series/columns.ts';
import { toModel } from '../../../figures/series/model.ts';
import { pageLocale } from '../../locale.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import styles from './chart.module.css';
import { toSeriesPath } from './path.ts';
import type { Scale } from './scale.ts';

/**
 * The earlier period as a chart draws it; null if nothing is compared, or if its days do not correspond to days in
 * view.
 */
export function earlierPeriodOf(
  comparison: PeriodComparison | null,
  zone: string,
): EarlierPeriod | null {
  if (comparison === null || comparison.shift === null) return null;
  const { slices, shift } = comparison;
  const model = toModel(slices.before, zone);
  const shiftDays = Math.round(shift / msPerUtcDay);
  const [first, last] = [model.scans[0], model.scans.at(-1)];
  if (!first || !last) return null;
  return {
    model: { ...model, instants: model.instants.map((instant) => instant + shift) },
    name: periodNamesOf(comparison, pageLocale()).before,
    shiftDays,
    days: { start: addDays(first.date, shiftDays), end: addDays(last.date, shiftDays) },
  };
}

/** The values of a drawn series in an earlier period; undefined if it has none. */
const findEarlierSeries = (
  earlier: EarlierPeriod | null,
  { summary }: DrawnSeries,
): SeriesColumn | undefined => earlier?.model.series.find(({ id }) => id === summary.series.id);

/** The values of all drawn series in an earlier period. */
export const findAllEarlierSeries = (
  earlier: EarlierPeriod | null,
  drawn: readonly DrawnSeries[],
): SeriesColumn[] =>
  drawn
    .map((series) => findEarlierSeries(earlier, series))
    .filter((series) => series !== undefined);

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
    const series = findEarlierSeries(earlier, drawn);
    return series ? toSeriesPath(series, earlier.model.instants, x, y) : null;
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

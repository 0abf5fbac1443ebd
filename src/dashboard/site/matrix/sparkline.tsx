import { memo } from 'react';
import type { SeriesColumn } from '../../api/columns.ts';
import { toSeriesPath } from '../chart/path.ts';
import styles from './matrix.module.css';

const width = 56;
const height = 22;
const margin = 2;

/** Widens an empty range, since a scale needs two different ends: a flat line then runs through the middle. */
const widenRange = ([low, high]: readonly [number, number]): readonly [number, number] =>
  high > low ? [low, high] : [low - 1, high + 1];

interface SparklineProps {
  series: SeriesColumn;
  instants: Float64Array;
  /** The ends of the axes, which all lines of a matrix share. */
  timeRange: readonly [number, number];
  valueRange: readonly [number, number];
}

/** A small line of a cell's values over time, without axes. */
export const Sparkline = memo(({ series, instants, timeRange, valueRange }: SparklineProps) => {
  const { line, dots } = toSeriesPath(
    series,
    instants,
    { domain: widenRange(timeRange), pixels: [margin, width - margin] },
    { domain: widenRange(valueRange), pixels: [height - margin, margin] },
  );
  return (
    <svg className={styles['line']} width={width} height={height} aria-hidden="true">
      <path d={line} />
      <path d={dots} className={styles['dots']} />
    </svg>
  );
});

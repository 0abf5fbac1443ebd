import { memo } from 'react';
import { extremesOf } from '../../../figures/series/extremes.ts';
import { toSeriesPath } from './path.ts';

type Range = readonly [low: number, high: number];

interface SparklineProps {
  /** One value per point; null or NaN is a gap, which breaks the line. */
  values: Float64Array | readonly (number | null)[];
  /** 1 for each value that exists; the line continues across the others. By default, all of them exist. */
  present?: Uint8Array | null;
  /** The position of each value on the time axis, ascending; evenly spaced by default. */
  instants?: Float64Array;
  /** The ends of the time axis, if several lines share it; by default the first and the last instant. */
  timeRange?: Range;
  /** The ends of the value axis, if several lines share it; by default the lowest and the highest value. */
  valueRange?: Range;
  /** Whether the value axis starts at zero if all values are positive. */
  hasZero?: boolean;
  /** A CSS colour. */
  stroke: string;
  /** Lengths in pixels. */
  width?: number;
  height?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** Widens an empty range, since a scale needs two different ends: a flat line then runs through the middle. */
function widenRange([low, high]: Range): Range {
  if (high > low) return [low, high];
  const reach = Math.abs(low) + 1;
  return [low - reach, low + reach];
}

/** A small line of values over time, without axes. A value between two gaps is a dot. */
export const Sparkline = memo((props: SparklineProps) => {
  const { present = null, hasZero = false, stroke, className } = props;
  const { width = 96, height = 26, strokeWidth = 1.5 } = props;
  const values = Float64Array.from(props.values, (value) => value ?? Number.NaN);
  const instants = props.instants ?? Float64Array.from(values.keys());
  const {
    timeRange = extremesOf([instants]) ?? [0, 0],
    valueRange = extremesOf(hasZero ? [values, [0]] : [values]) ?? [0, 0],
  } = props;
  // Room for half a stroke and for dots.
  const margin = 2 * strokeWidth;
  const { line, dots } = toSeriesPath(
    { values, present },
    instants,
    { domain: widenRange(timeRange), pixels: [margin, width - margin] },
    {
      // Zeros lie on an axis that starts at zero.
      domain: hasZero && valueRange[1] === 0 ? [0, 1] : widenRange(valueRange),
      pixels: [height - margin, margin],
    },
  );
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      {...{ width, height, stroke, strokeWidth }}
      fill="none"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {line !== '' && <path d={line} />}
      {dots !== '' && <path d={dots} strokeWidth={2.5 * strokeWidth} strokeLinecap="round" />}
    </svg>
  );
});

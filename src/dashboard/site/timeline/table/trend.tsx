import { memo } from 'react';
import { isEvidence, type SeriesColumn } from '../../../api/columns.ts';
import { toSeriesPath } from '../../chart/path.ts';
import type { Scale } from '../../chart/scale.ts';
import styles from '../../layout/table.module.css';
import { type Look, strokeOf } from '../../series/looks.ts';

const width = 120;
const height = 26;
/** Room for half a stroke and for dots. */
const margin = 3;

interface TrendProps {
  series: SeriesColumn;
  instants: Float64Array;
  look: Look;
}

/** A sparkline of a series, on its own value scale. */
export const Trend = memo(({ series, instants, look }: TrendProps) => {
  const sorted = series.values.filter(isEvidence).sort();
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return null;
  const from = instants[0] ?? 0;
  const to = instants.at(-1) ?? 0;
  const x: Scale = {
    domain: to > from ? [from, to] : [from - 1, to + 1],
    pixels: [margin, width - margin],
  };
  // A flat line runs through the middle.
  const y: Scale = {
    domain: high > low ? [low, high] : [low - Math.abs(low) - 1, low + Math.abs(low) + 1],
    pixels: [height - margin, margin],
  };
  const { line, dots } = toSeriesPath(series, instants, x, y);
  return (
    <svg className={styles['trend']} width={width} height={height} aria-hidden="true">
      <path d={line} stroke={strokeOf(look)} />
      <path d={dots} stroke={strokeOf(look)} className={styles['dots']} />
    </svg>
  );
});

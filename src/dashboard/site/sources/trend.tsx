import { memo } from 'react';
import { toSeriesPath } from '../chart/path.ts';
import tableStyles from '../layout/table.module.css';

const width = 96;
const height = 26;
/** Pixels around the line, with room for half a stroke and for dots. */
const margin = 3;

/** A line through the values, on a scale from zero to the highest. A null breaks the line. */
export const Trend = memo(({ values }: { values: readonly (number | null)[] }) => {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const { line, dots } = toSeriesPath(
    {
      present: null,
      values: Float64Array.from(values, (value) => value ?? Number.NaN),
    },
    Float64Array.from(values.keys()),
    { domain: [0, Math.max(1, values.length - 1)], pixels: [margin, width - margin] },
    { domain: [0, highest || 1], pixels: [height - margin, margin] },
  );
  return (
    <svg className={tableStyles['trend']} width={width} height={height} aria-hidden="true">
      <path d={line} stroke="var(--series-1)" />
      <path d={dots} stroke="var(--series-1)" className={tableStyles['dots']} />
    </svg>
  );
});

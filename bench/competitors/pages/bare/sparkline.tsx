const width = 96;
const height = 26;

/** A line through values, scaled to the highest one. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(...values);
  const points = values.map(
    (value, index) =>
      `${(index / (values.length - 1)) * width},${height - (value / highest) * height}`,
  );
  return (
    <svg width={width} height={height} fill="none" stroke="#8884d8" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}

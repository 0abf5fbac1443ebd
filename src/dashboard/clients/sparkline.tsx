import styles from './client/site-trend.module.css';

const width = 96;
const height = 26;
const margin = 3;

/** Groups consecutive values into runs of points in the drawing; a null ends a run. */
function toRuns(values: readonly (number | null)[]): { x: number; y: number }[][] {
  const knownValues = values.filter((value) => value !== null);
  const lowest = Math.min(...knownValues);
  const span = Math.max(...knownValues) - lowest;
  const step = values.length > 1 ? (width - 2 * margin) / (values.length - 1) : 0;
  const runs: { x: number; y: number }[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) {
      runs.push([]);
      return;
    }
    // If all values are equal, they are drawn at half the height.
    const fraction = span === 0 ? 0.5 : (value - lowest) / span;
    runs
      .at(-1)
      ?.push({ x: margin + index * step, y: height - margin - fraction * (height - 2 * margin) });
  });
  return runs.filter((run) => run.length > 0);
}

/** A small line chart without axes. The line breaks where there is no evidence. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg
      className={styles['line']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {toRuns(values).map((run) => {
        const [first] = run;
        if (!first) return null;
        return run.length === 1 ? (
          <circle key={first.x} cx={first.x} cy={first.y} r="1.75" />
        ) : (
          <polyline key={first.x} points={run.map(({ x, y }) => `${x},${y}`).join(' ')} />
        );
      })}
    </svg>
  );
}

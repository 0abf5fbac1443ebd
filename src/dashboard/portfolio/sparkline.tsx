import styles from './site-trend.module.css';

const width = 96;
const height = 26;
const margin = 3;

/** Runs of consecutive values, as points of the drawing; a null ends a run. */
function runsOf(values: readonly (number | null)[]): { x: number; y: number }[][] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const step = values.length > 1 ? (width - 2 * margin) / (values.length - 1) : 0;
  const runs: { x: number; y: number }[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) {
      runs.push([]);
      return;
    }
    // A flat line runs through the middle.
    const share = span === 0 ? 0.5 : (value - low) / span;
    runs
      .at(-1)
      ?.push({ x: margin + index * step, y: height - margin - share * (height - 2 * margin) });
  });
  return runs.filter((run) => run.length > 0);
}

/** A line without axes: the shape of the last scans. Breaks where there is no evidence. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className={styles['line']} width={width} height={height} aria-hidden="true">
      {runsOf(values).map((run) => {
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

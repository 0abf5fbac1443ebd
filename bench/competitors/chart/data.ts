/** The data that every benchmarked chart draws: the times of scans, and two metrics of each series. */
export interface ChartData {
  /** Milliseconds since 1970, ascending. */
  instants: readonly number[];
  series: readonly {
    name: string;
    colour: string;
    values: readonly [Float64Array, Float64Array];
  }[];
}

/** A seeded sequence of numbers from 0 to 1 (mulberry32). */
function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dayMs = 86_400_000;

/** Random values between 0 and 100. Each series stays near its own level, so that every line is visible. */
export function createChartData(series: number, scans: number): ChartData {
  const next = createSequence(series * 100_003 + scans);
  const instants = Array.from({ length: scans }, (_, scan) => Date.UTC(2020, 0, 1) + scan * dayMs);
  const walk = (index: number) => {
    const middle = (100 * (index + 0.5)) / series;
    let offset = 0;
    return Float64Array.from({ length: scans }, () => {
      offset = 0.9 * offset + (next() - 0.5) * 2;
      return Math.min(100, Math.max(0, middle + (offset * 100) / series / 3));
    });
  };
  return {
    instants,
    series: Array.from({ length: series }, (_, index) => ({
      name: `Brand ${index + 1}`,
      colour: `hsl(${Math.round((index * 360) / series)} 85% ${index % 2 === 0 ? 45 : 60}%)`,
      values: [walk(index), walk(series - 1 - index)] as const,
    })),
  };
}

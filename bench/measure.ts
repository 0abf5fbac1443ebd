/** Times of repeated runs of the same work, in milliseconds. */
export interface Timing {
  median: number;
  /** Quartiles: half of all runs lie between them. */
  low: number;
  high: number;
  runs: number;
}

export function timingOf(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    median: quantile(0.5),
    low: quantile(0.25),
    high: quantile(0.75),
    runs: sorted.length,
  };
}

/**
 * Times competitors in rounds of alternating order, so that none always runs last.
 * @param options.check validates the result of each run; throws if the work was not done.
 */
export async function compare<T>(
  competitors: Readonly<Record<string, () => Promise<T>>>,
  options: { rounds: number; warmUp: number; check: (name: string, result: T) => void },
): Promise<Record<string, Timing>> {
  const samples = new Map(Object.keys(competitors).map((name) => [name, [] as number[]]));
  for (let round = 0; round < options.warmUp + options.rounds; round += 1) {
    const order = Object.entries(competitors);
    if (round % 2 === 1) order.reverse();
    for (const [name, work] of order) {
      const began = performance.now();
      const result = await work();
      const elapsed = performance.now() - began;
      options.check(name, result);
      if (round >= options.warmUp) samples.get(name)?.push(elapsed);
    }
  }
  return Object.fromEntries([...samples].map(([name, times]) => [name, timingOf(times)]));
}

const formatOneDecimal = (value: number) => value.toFixed(1);
export const formatTiming = ({ median, low, high }: Timing): string =>
  `${formatOneDecimal(median)} ms (${formatOneDecimal(low)}–${formatOneDecimal(high)})`;

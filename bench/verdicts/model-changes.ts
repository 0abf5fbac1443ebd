import { compare, judge } from '../../src/figures/verdicts/verdicts.ts';
import { createRandom } from '../../tests/faults/random.ts';
import { createSeries } from './bench.ts';

const platformCounts = [1, 2, 5, 10] as const;
/** Points by which the new model moves the figure of its platform. */
const shifts = [2, 5, 10, 20] as const;
/** The standard deviation of one platform's figure from scan to scan, in points. */
const scatter = 5;
const correlation = 0.3;
const scansPerPeriod = 30;
const earlierPeriods = 4;
const runs = 2000;
const seed = 20261127;

/** The share of runs in which a brand's average over all platforms changes by more than the usual scatter. */
function simulateRealShare(platforms: number, shift: number, random: () => number): number {
  const length = scansPerPeriod * (earlierPeriods + 2);
  let realCount = 0;
  for (let run = 0; run < runs; run += 1) {
    const series = Array.from({ length: platforms }, () =>
      createSeries(length, correlation, random),
    );
    const values = Array.from({ length }, (_, at) => {
      const sum = series.reduce((total, platform) => total + scatter * (platform[at] ?? 0), 0);
      const isAfterChange = at >= length - scansPerPeriod;
      return (sum + (isAfterChange ? shift : 0)) / platforms;
    });
    const periods = Array.from({ length: earlierPeriods + 2 }, (_, at) =>
      values.slice(at * scansPerPeriod, (at + 1) * scansPerPeriod),
    );
    const [before = [], now = []] = periods.slice(-2);
    const [verdict] = judge([compare({ now, before, earlier: periods.slice(0, -2) })]);
    if (verdict?.kind === 'real') realCount += 1;
  }
  return realCount / runs;
}

/**
 * Simulates how often a figure over several platforms seems to have really moved if all that changed is the model of
 * one platform.
 */
export async function benchModelChanges(): Promise<{ table: string; results: unknown }> {
  const random = createRandom(seed);
  const rows = platformCounts.map((platforms) => ({
    platforms,
    realShares: shifts.map((shift) => simulateRealShare(platforms, shift, random)),
  }));
  const head = `| platforms | ${shifts.map((shift) => `${shift} points`).join(' | ')} |`;
  const table = [
    `${runs} runs per figure, seed ${seed}; ${scansPerPeriod} scans per period, scatter of ${scatter} points per platform.`,
    '',
    head,
    head.replace(/[^|]+/g, '---'),
    ...rows.map(
      ({ platforms, realShares }) =>
        `| ${platforms} | ${realShares.map((share) => `${(share * 100).toFixed(0)} %`).join(' | ')} |`,
    ),
  ].join('\n');
  return { table, results: { runs, seed, scatter, scansPerPeriod, correlation, rows } };
}

import { compare, judge } from '../../src/figures/verdicts/verdicts.ts';
import { createRandom } from '../../tests/faults/random.ts';
import { simulateViews } from './views.ts';

/** Lag-1 autocorrelations of the simulated series. */
const correlations = [0, 0.3, 0.6] as const;
const lengths = Array.from({ length: 26 }, (_, index) => index + 5);
/** Numbers of periods before the two that are compared. */
const earlierPeriodCounts = [4, 0] as const;
/** Standard deviations by which the simulated step, or slope, changes the mean from one period to the next. */
const changeSize = 3;
const runs = 6000;
/** Simulated views per figure. Each view compares 64 series. */
const viewRuns = 4000;
const seed = 20261122;

type Shape = 'none' | 'step' | 'slope';

/** A stationary first-order autoregressive series of variance 1. */
export function createSeries(length: number, correlation: number, random: () => number): number[] {
  const drawNormal = () =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const values: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const previous = values.at(-1);
    values.push(
      previous === undefined
        ? drawNormal()
        : correlation * previous + Math.sqrt(1 - correlation ** 2) * drawNormal(),
    );
  }
  return values;
}

function addShape(values: readonly number[], shape: Shape, periodLength: number): number[] {
  if (shape === 'none') return [...values];
  return values.map(
    (value, at) =>
      value +
      (shape === 'slope'
        ? (changeSize * at) / periodLength
        : at >= values.length - periodLength
          ? changeSize
          : 0),
  );
}

/** The share of runs whose change is judged to be real. */
function simulateRealShare(
  length: number,
  correlation: number,
  earlierPeriods: number,
  shape: Shape,
  random: () => number,
): number {
  let realCount = 0;
  for (let run = 0; run < runs; run += 1) {
    const values = addShape(
      createSeries(length * (earlierPeriods + 2), correlation, random),
      shape,
      length,
    );
    const periods = Array.from({ length: earlierPeriods + 2 }, (_, at) =>
      values.slice(at * length, (at + 1) * length),
    );
    const [before = [], now = []] = periods.slice(-2);
    const [verdict] = judge([compare({ now, before, earlier: periods.slice(0, -2) })]);
    if (verdict?.kind === 'real') realCount += 1;
  }
  return realCount / runs;
}

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Simulates how often verdicts raise a false alarm, and how often they find a real change. */
export async function benchVerdicts(): Promise<{ table: string; results: unknown }> {
  const random = createRandom(seed);
  const rows = correlations.flatMap((correlation) =>
    lengths.map((length) => ({
      correlation,
      scans: length,
      with: earlierPeriodCounts.map((earlier) => ({
        earlier,
        falseAlarms: simulateRealShare(length, correlation, earlier, 'none', random),
        stepsFound: simulateRealShare(length, correlation, earlier, 'step', random),
        slopesFound: simulateRealShare(length, correlation, earlier, 'slope', random),
      })),
    })),
  );
  const viewRows = correlations.flatMap((correlation) =>
    lengths.map((length) => ({
      correlation,
      scans: length,
      ...simulateViews(length, 4, viewRuns, (count) => createSeries(count, correlation, random)),
    })),
  );
  const viewHead =
    '| autocorrelation | scans per period | views with a wrong “real” | brand’s step found | one platform’s step found |';
  const head =
    '| autocorrelation | scans per period | false alarms | step found | slope found | alone: false alarms | step found | slope found |';
  const table = [
    `${runs} runs per figure, seed ${seed}; steps and slopes of ${changeSize} standard deviations. Alone: without earlier periods.`,
    '',
    head,
    head.replace(/[^|]+/g, '---'),
    ...rows.map(
      (row) =>
        `| ${row.correlation} | ${row.scans} | ${row.with
          .flatMap(({ falseAlarms, stepsFound, slopesFound }) => [
            falseAlarms,
            stepsFound,
            slopesFound,
          ])
          .map(formatPercent)
          .join(' | ')} |`,
    ),
    '',
    `Views of a whole site, ${viewRuns} runs per figure.`,
    '',
    viewHead,
    viewHead.replace(/[^|]+/g, '---'),
    ...viewRows.map(
      ({ correlation, scans, wrong, brandFound, platformFound }) =>
        `| ${correlation} | ${scans} | ${[wrong, brandFound, platformFound].map(formatPercent).join(' | ')} |`,
    ),
  ].join('\n');
  return { table, results: { runs, seed, changeSize, rows, viewRuns, viewRows } };
}

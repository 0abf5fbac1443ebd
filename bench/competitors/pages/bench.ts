import type { BrowserContext, Page } from '@playwright/test';
import { type Timing, timingOf } from '../../measure.ts';
import { blockingTimeOf, observe } from '../../page/page-measurements.ts';
import {
  bareLines,
  cpuSlowdown,
  dashboardLines,
  linesPath,
  openSignedInContext,
  type PageBench,
  readObserved,
  throttle,
  timelinePath,
  waitUntilDrawn,
  waitUntilReported,
  withPageBench,
  withSampleBench,
} from '../../page/setup.ts';
import { startBareServer } from './bare-server.ts';
import { checkRows, listComparedPages } from './compared-pages.ts';

const rounds = 3;

interface Competitor {
  context: BrowserContext;
  /** The address of the page. */
  url: string;
  /** The elements that the page must show. */
  shown: { count: number; selector: string };
  /** Throws unless the page shows them. */
  check: (page: Page) => Promise<void>;
  /** Name of the radio button of another metric, on a timeline. */
  metric?: string;
}
/** The dashboard's page and the bare one. */
type Pair = readonly [dashboard: Competitor, bare: Competitor];

/** Milliseconds, by what was measured. */
type Sample = Readonly<Record<string, number>>;

/** Checks that the chart has all its lines, each at least 500 px wide. @throws Error otherwise */
async function checkLines(page: Page, { count, selector }: typeof dashboardLines): Promise<void> {
  const widths = await page
    .locator(selector)
    .evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width));
  if (widths.length !== count || widths.some((width) => width < 500)) {
    throw new Error(
      `Expected ${count} lines at least 500 px wide, but found widths of ${widths.join(', ')}.`,
    );
  }
}

/** Loads the page on a slow machine and network, with an empty cache. */
async function measureLoad({ context, url, shown, check }: Competitor): Promise<Sample> {
  const page = await context.newPage();
  await page.addInitScript(observe, shown);
  await throttle(page);
  await page.goto(url, { waitUntil: 'commit' });
  await waitUntilDrawn(page);
  await page.waitForLoadState('networkidle');
  await waitUntilReported(page);
  await check(page);
  const observed = await readObserved(page);
  await page.close();
  return {
    'largest paint': observed.largestPaint,
    'blocking time': blockingTimeOf(observed),
    'all rows': observed.drawn,
  };
}

/** Milliseconds from choosing another metric to the next paint, with a slow processor. */
async function measureTimeToNextPaint(
  { context, url, shown, check }: Competitor,
  metric: string,
): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(observe, shown);
  const session = await context.newCDPSession(page);
  await page.goto(url);
  await waitUntilDrawn(page);
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.getByRole('radio', { name: metric }).click();
  await page.waitForLoadState('networkidle');
  await waitUntilReported(page);
  await check(page);
  const { interactions } = await readObserved(page);
  await page.close();
  return Math.max(0, ...interactions);
}

async function measure(competitor: Competitor): Promise<Sample> {
  const load = await measureLoad(competitor);
  const { metric } = competitor;
  return metric === undefined
    ? load
    : { ...load, 'another metric': await measureTimeToNextPaint(competitor, metric) };
}

/** What the runs of both pages took, by what was measured. */
type Comparison = Readonly<Record<string, { dashboard: Timing; bare: Timing }>>;

/** Measures both pages in alternating order, so that neither always runs last. */
async function compare([dashboard, bare]: Pair): Promise<Comparison> {
  const samples: { dashboard: Sample; bare: Sample }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isDashboardFirst = round % 2 === 0;
    const first = await measure(isDashboardFirst ? dashboard : bare);
    const second = await measure(isDashboardFirst ? bare : dashboard);
    samples.push(
      isDashboardFirst ? { dashboard: first, bare: second } : { dashboard: second, bare: first },
    );
  }
  const timesOf = (name: string, side: 'dashboard' | 'bare') =>
    timingOf(samples.map((sample) => sample[side][name] ?? Number.NaN));
  return Object.fromEntries(
    Object.keys(samples[0]?.dashboard ?? {}).map((name) => [
      name,
      { dashboard: timesOf(name, 'dashboard'), bare: timesOf(name, 'bare') },
    ]),
  );
}

const bareContextOf = ({ browser }: PageBench) =>
  browser.newContext({ viewport: { width: 1360, height: 900 } });

/** Compares the timelines of ten brands over 365 scans. */
const compareTimelines = (): Promise<Comparison> =>
  withPageBench(async (bench) => {
    const server = await startBareServer(bench.url, bench.key);
    try {
      return await compare([
        {
          context: await openSignedInContext(bench.browser, bench.url, bench.key),
          url: bench.url + linesPath,
          shown: dashboardLines,
          check: (page) => checkLines(page, dashboardLines),
          metric: 'Share of voice',
        },
        {
          context: await bareContextOf(bench),
          url: server.url + timelinePath,
          shown: bareLines,
          check: (page) => checkLines(page, bareLines),
          metric: 'shareOfVoice',
        },
      ]);
    } finally {
      await server.close();
    }
  });

/** Compares the other pages, on the sample data. */
const compareOtherPages = (): Promise<Record<string, Comparison>> =>
  withSampleBench(async (bench) => {
    const server = await startBareServer(bench.url, bench.key);
    try {
      const context = await openSignedInContext(bench.browser, bench.url, bench.key);
      const bareContext = await bareContextOf(bench);
      const comparisons: Record<string, Comparison> = {};
      for (const compared of await listComparedPages(bench.url, bench.key)) {
        const { name, path, rows, bareRows, rowNames } = compared;
        const competitorOf = (side: BrowserContext, url: string, selector: string) => ({
          context: side,
          url: url + path,
          shown: { count: rowNames.length, selector },
          check: (page: Page) => checkRows(page, selector, rowNames),
        });
        comparisons[name] = await compare([
          competitorOf(context, bench.url, rows),
          competitorOf(bareContext, server.url, bareRows),
        ]);
      }
      return comparisons;
    } finally {
      await server.close();
    }
  });

const formatTimes = ({ median, low, high }: Timing): string => {
  const [middle, from, to] = [median, low, high].map((ms) => Math.round(ms).toLocaleString('en'));
  return `${middle} (${from}–${to})`;
};

/**
 * Compares pages of the dashboard with pages built from the same libraries in the way their documentation shows, on the
 * same data and in the same run.
 */
export async function benchAgainstBare(): Promise<{ table: string; results: unknown }> {
  const results = { timeline: await compareTimelines(), ...(await compareOtherPages()) };
  const table = [
    '| ms | Sightline | the bare page | ratio |',
    '|---|---|---|---|',
    ...Object.entries(results).flatMap(([name, comparison]) =>
      Object.entries(comparison).map(
        ([step, { dashboard, bare }]) =>
          `| ${name}: ${step} | ${formatTimes(dashboard)} | ${formatTimes(bare)} | **${(dashboard.median / bare.median).toFixed(2)}** |`,
      ),
    ),
  ].join('\n');
  return { table, results };
}

import type { BrowserContext, Page } from '@playwright/test';
import { type Timing, timingOf } from '../measure.ts';
import { startBareServer } from './bare-server.ts';
import { observe } from './page-measurements.ts';
import {
  bareLines,
  cpuSlowdown,
  dashboardLines,
  openSignedInContext,
  readObserved,
  throttle,
  timelinePath,
  waitUntilDrawn,
  waitUntilReported,
  withPageBench,
} from './setup.ts';

const rounds = 7;

interface Competitor {
  context: BrowserContext;
  url: string;
  chart: typeof dashboardLines;
  /** Name of the radio button of another metric. */
  metric: string;
  /** Throws unless the chart has a line for every series, each at least 500 px wide. */
  check: (page: Page) => Promise<void>;
}

/** Checks that the chart has all its lines, each at least 500 px wide. @throws Error otherwise */
async function checkLines(
  page: Page,
  { lineCount, selector }: typeof dashboardLines,
): Promise<void> {
  const widths = await page
    .locator(selector)
    .evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width));
  if (widths.length !== lineCount || widths.some((width) => width < 500)) {
    throw new Error(
      `Expected ${lineCount} lines at least 500 px wide, but found widths of ${widths.join(', ')}.`,
    );
  }
}

/** Milliseconds until the chart is drawn on a slow machine and network, with an empty cache. */
async function measureTimeUntilDrawn({ context, url, chart, check }: Competitor): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(observe, chart);
  await throttle(page);
  await page.goto(url + timelinePath, { waitUntil: 'commit' });
  await waitUntilDrawn(page);
  await page.waitForLoadState('networkidle');
  await check(page);
  const { drawn } = await readObserved(page);
  await page.close();
  return drawn;
}

/** Milliseconds from choosing another metric to the next paint, with a slow processor. */
async function measureTimeToNextPaint({ context, url, chart, metric, check }: Competitor) {
  const page = await context.newPage();
  await page.addInitScript(observe, chart);
  const session = await context.newCDPSession(page);
  await page.goto(url + timelinePath);
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

const formatCell = ({ median, low, high }: Timing): string =>
  [median, low, high].map((ms) => Math.round(ms).toLocaleString('en')).join(' / ');

/**
 * Compares the timeline page with a page built from the same libraries in the way their documentation shows, on the
 * same data and in the same run.
 */
export async function benchAgainstBare(): Promise<{ table: string; results: unknown }> {
  return withPageBench(async ({ browser, url, key }) => {
    const server = await startBareServer(url, key);
    try {
      const competitors: Readonly<Record<string, Competitor>> = {
        Sightline: {
          context: await openSignedInContext(browser, url, key),
          url,
          chart: dashboardLines,
          metric: 'Share of voice',
          check: (page) => checkLines(page, dashboardLines),
        },
        'the bare page': {
          context: await browser.newContext({ viewport: { width: 1360, height: 900 } }),
          url: server.url,
          chart: bareLines,
          metric: 'shareOfVoice',
          check: (page) => checkLines(page, bareLines),
        },
      };
      const samples = Object.fromEntries(
        Object.keys(competitors).map((name) => [name, { drawn: [], paint: [] }]),
      ) as Record<string, { drawn: number[]; paint: number[] }>;
      for (let round = 0; round < rounds; round += 1) {
        const order = Object.entries(competitors);
        for (const [name, competitor] of round % 2 === 0 ? order : order.toReversed()) {
          samples[name]?.drawn.push(await measureTimeUntilDrawn(competitor));
          samples[name]?.paint.push(await measureTimeToNextPaint(competitor));
        }
      }
      const results = Object.fromEntries(
        Object.entries(samples).map(([name, { drawn, paint }]) => [
          name,
          { drawn: timingOf(drawn), paint: timingOf(paint) },
        ]),
      );
      const formatRatio = (step: 'drawn' | 'paint') =>
        (
          (results['Sightline']?.[step].median ?? Number.NaN) /
          (results['the bare page']?.[step].median ?? Number.NaN)
        ).toFixed(2);
      const table = [
        '| ms: median / quartiles | chart drawn | another metric, to the next paint |',
        '|---|---|---|',
        ...Object.entries(results).map(
          ([name, { drawn, paint }]) => `| ${name} | ${formatCell(drawn)} | ${formatCell(paint)} |`,
        ),
        `| **ratio** | **${formatRatio('drawn')}** | **${formatRatio('paint')}** |`,
      ].join('\n');
      return { table, results };
    } finally {
      await server.close();
    }
  });
}

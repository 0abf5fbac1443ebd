import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { timingOf } from '../measure.ts';
import { largeSiteId, startLargeService } from './large-service.ts';
import { observe } from './page-measurements.ts';
import {
  cpuSlowdown,
  dashboardLines,
  linesPath,
  openSignedInContext,
  readObserved,
  throttle,
  waitUntilDrawn,
  waitUntilReported,
  withHost,
  withPageBench,
} from './setup.ts';

const runs = 7;

interface Step {
  name: string;
  from: number;
  to: number;
}

/** When the first file of each group was requested and the last one received, in milliseconds from the start. */
const readWaterfall = (page: Page): Promise<Step[]> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource');
    const group = (name: string, entries: readonly PerformanceEntry[]) => {
      const ends = entries.map(({ startTime, duration }) => startTime + duration);
      return entries.length === 0
        ? []
        : [
            {
              name,
              from: Math.min(...entries.map(({ startTime }) => startTime)),
              to: Math.max(...ends),
            },
          ];
    };
    const filesMatching = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));
    return [
      ...group('document', navigation ? [navigation] : []).map((step) => ({
        ...step,
        to: navigation instanceof PerformanceNavigationTiming ? navigation.responseEnd : step.to,
      })),
      ...group('early request script', filesMatching(/\/early-/)),
      ...group(
        'other scripts',
        files.filter(({ name }) => name.endsWith('.js') && !/\/early-/.test(name)),
      ),
      ...group('styles', filesMatching(/\.css$/)),
      ...group('font', filesMatching(/\.woff2$/)),
      ...group('timeline data', filesMatching(/\/reports\/timeline/)),
      ...group('filters', filesMatching(/\/filters/)),
    ];
  });

async function measureColdLoad(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.addInitScript(observe, dashboardLines);
  await throttle(page);
  await page.goto(url + linesPath, { waitUntil: 'commit' });
  await waitUntilDrawn(page);
  await page.waitForLoadState('networkidle');
  const observed = await readObserved(page);
  const waterfall = await readWaterfall(page);
  await page.close();
  return { ...observed, waterfall };
}

/** An interaction with each kind of control, by name. */
const controls: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'another metric': (page) => page.getByRole('radio', { name: 'Share of voice' }).click(),
  'another grouping': (page) => page.getByRole('radio', { name: 'Platform' }).click(),
  'a filter': (page) => page.getByRole('checkbox', { name: 'ChatGPT' }).click(),
  'finding a filter': (page) => page.getByLabel('Find a filter').pressSequentially('br'),
  'a date range': async (page) => {
    await page.getByRole('button', { name: /^All dates/ }).click();
    await page.getByRole('radio', { name: 'Last 90 days' }).click();
  },
  'hiding a line': (page) =>
    page.getByRole('button', { name: 'Brand 3', exact: false }).first().click(),
  'pointing at the chart': async (page) => {
    const { x, y, width, height } = (await page.getByRole('slider').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    for (let step = 1; step <= 5; step += 1) {
      // Browsers do not count hovering as an interaction. A middle click counts, and does not open the scan.
      await page.mouse.click(x + (width * step) / 7, y + height / 2, {
        delay: 20,
        button: 'middle',
      });
    }
  },
  'keys in the chart': async (page) => {
    await page.getByRole('slider').focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  },
  'sorting the table': (page) => page.getByRole('button', { name: 'Median', exact: true }).click(),
  'every point of a series': (page) =>
    page.getByRole('table').first().getByRole('button', { name: 'Brand 1', exact: true }).click(),
  'another time zone': async (page) => {
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.keyboard.type('UTC\n');
  },
  'the scan panel': async (page) => {
    await page.getByRole('slider').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  },
  'the notes': async (page) => {
    await page.getByRole('button', { name: 'Notes' }).click();
    await page.getByRole('dialog').waitFor();
  },
};

async function measureInteractions(context: BrowserContext, url: string) {
  const slowest: Record<string, number[]> = {};
  for (const [name, interact] of Object.entries(controls)) {
    for (let run = 0; run < 3; run += 1) {
      const page = await context.newPage();
      await page.addInitScript(observe, dashboardLines);
      const session = await page.context().newCDPSession(page);
      await page.goto(url + linesPath);
      await waitUntilDrawn(page);
      await page.waitForLoadState('networkidle');
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
      await interact(page);
      await page.waitForLoadState('networkidle');
      await waitUntilReported(page);
      const observed = await readObserved(page);
      slowest[name] = [...(slowest[name] ?? []), Math.max(0, ...observed.interactions)];
      await page.close();
    }
  }
  return Object.fromEntries(
    Object.entries(slowest).map(([name, times]) => [name, timingOf(times).median]),
  );
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

/**
 * Bytes of a page's JavaScript heap without the document. Compiled code is counted separately, because it grows
 * for a while as the engine compiles functions that run often.
 */
async function readMemory(session: CDPSession): Promise<{ data: number; code: number }> {
  const parts: string[] = [];
  const addChunk = ({ chunk }: { chunk: string }) => parts.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', addChunk);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', addChunk);
  const { snapshot, nodes, strings }: Snapshot = JSON.parse(parts.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const size = fields.indexOf('self_size');
  const bytes = { data: 0, code: 0 };
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node] ?? 0];
    // Typed arrays are native nodes called "system / …"; other native nodes belong to the document.
    const name = strings[nodes[node + 1] ?? 0] ?? '';
    if (type !== 'native' || name.startsWith('system / '))
      bytes[type === 'code' ? 'code' : 'data'] += nodes[node + size] ?? 0;
  }
  return bytes;
}

/** Bytes of JavaScript memory after 20 and 200 filter changes, without repeating a combination. */
async function measureMemory(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.addInitScript(observe, dashboardLines);
  const session = await page.context().newCDPSession(page);
  await page.goto(url + linesPath);
  await waitUntilDrawn(page);
  const boxes = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox');
  await boxes.first().waitFor();
  const count = Math.min(8, await boxes.count());
  const readings: Record<number, { data: number; code: number }> = {};
  for (let change = 1; change <= 200; change += 1) {
    // A Gray code changes one box at a time and repeats no combination.
    const bit = 31 - Math.clz32(change & -change);
    await boxes.nth(bit % count).click();
    await page.waitForLoadState('networkidle');
    if (change === 20 || change === 200) readings[change] = await readMemory(session);
  }
  await page.close();
  const none = { data: 0, code: 0 };
  return { after20: readings[20] ?? none, after200: readings[200] ?? none };
}

/**
 * Duration of the longest task after the first byte of the timeline's response, in milliseconds. 0 if none took
 * longer than 50 ms, because browsers do not report shorter tasks.
 */
async function measureLongestTaskAfterResponse(page: Page): Promise<number> {
  const { longTasks } = await readObserved(page);
  const responseStart = await page.evaluate(() => {
    const [response] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/reports/timeline'));
    return response instanceof PerformanceResourceTiming ? response.responseStart : 0;
  });
  if (responseStart === 0) throw new Error('The page requested no timeline.');
  return Math.max(
    0,
    ...longTasks.filter(({ to }) => to > responseStart).map(({ from, to }) => to - from),
  );
}

/** Measures how long a page is blocked by a large response, without throttling. */
async function measureLargeResponses(browser: Browser, dataDir: string) {
  const service = await startLargeService();
  try {
    return await withHost({ SERVICE_URL: service.url, DATA_DIR: dataDir }, async (url) => {
      const context = await openSignedInContext(browser, url, 'any-key');
      const results: Record<
        string,
        { bytes: number; longest: number; upperQuartile: number; alert: string }
      > = {};
      for (const size of ['50x1000', '50x4000', '50x5600']) {
        const longest: number[] = [];
        let alert = '';
        for (let run = 0; run < 5; run += 1) {
          const page = await context.newPage();
          await page.addInitScript(observe, { ...dashboardLines, count: 12 });
          await page.goto(`${url}/sites/${largeSiteId}/timeline?view=lines&tag=${size}`);
          await page.locator('g[data-series], [role="alert"]').first().waitFor();
          await page.waitForLoadState('networkidle');
          longest.push(await measureLongestTaskAfterResponse(page));
          alert = (await page.getByRole('alert').allTextContents()).join(' ').slice(0, 80);
          await page.close();
        }
        const { median, high } = timingOf(longest);
        results[size] = {
          bytes: service.bytesOf(size),
          longest: median,
          upperQuartile: high,
          alert,
        };
      }
      await context.close();
      return results;
    });
  } finally {
    service.close();
  }
}

const formatWhole = (value: number): string => Math.round(value).toLocaleString('en');

/**
 * Measures the timeline page: cold loads on a slow machine and network, interactions on a slow machine, memory, and
 * large responses.
 */
export async function benchPage(): Promise<{ table: string; results: unknown }> {
  return withPageBench(async ({ browser, url, key, folder }) => {
    const context = await openSignedInContext(browser, url, key);
    const loads = [];
    for (let run = 0; run < runs; run += 1) loads.push(await measureColdLoad(context, url));
    const measured = {
      loads,
      interactions: await measureInteractions(context, url),
      memory: [
        await measureMemory(context, url),
        await measureMemory(context, url),
        await measureMemory(context, url),
      ],
    };
    const results = {
      ...measured,
      large: await measureLargeResponses(browser, join(folder, 'relay')),
    };
    const summariseLoads = (pick: (load: (typeof measured.loads)[number]) => number) =>
      timingOf(measured.loads.map(pick));
    const format = ({ median, low, high }: ReturnType<typeof timingOf>) =>
      `${formatWhole(median)} (${formatWhole(low)}–${formatWhole(high)})`;
    const [first] = measured.loads;
    const table = [
      '| cold timeline, 10 × 365, CPU slowed fourfold, "Fast 4G" | ms |',
      '|---|---|',
      `| largest paint | ${format(summariseLoads(({ largestPaint }) => largestPaint))} |`,
      `| chart drawn | ${format(summariseLoads(({ drawn }) => drawn))} |`,
      `| layout shift | ${Math.max(...measured.loads.map(({ shift }) => shift))} |`,
      '',
      '| file, ms from the start | requested | complete |',
      '|---|---|---|',
      ...(first?.waterfall ?? []).map(({ name }) => {
        const steps = measured.loads.flatMap(({ waterfall }) =>
          waterfall.filter((step) => step.name === name),
        );
        const from = timingOf(steps.map((step) => step.from));
        const to = timingOf(steps.map((step) => step.to));
        return `| ${name} | ${formatWhole(from.median)} | ${formatWhole(to.median)} |`;
      }),
      '',
      '| interaction to next paint, CPU slowed fourfold | ms |',
      '|---|---|',
      ...Object.entries(measured.interactions).map(
        ([name, ms]) => `| ${name} | ${formatWhole(ms)} |`,
      ),
      '',
      '| memory after filter changes | bytes | bytes of compiled code |',
      '|---|---|---|',
      ...measured.memory.flatMap(({ after20, after200 }) => [
        `| 20 | ${formatWhole(after20.data)} | ${formatWhole(after20.code)} |`,
        `| 200 | ${formatWhole(after200.data)} | ${formatWhole(after200.code)} |`,
      ]),
      '',
      '| large response | bytes | longest task, ms, median | upper quartile | alert |',
      '|---|---|---|---|---|',
      ...Object.entries(results.large).map(
        ([size, { bytes, longest, upperQuartile, alert }]) =>
          `| ${size} | ${formatWhole(bytes)} | ${formatWhole(longest)} | ${formatWhole(upperQuartile)} | ${alert} |`,
      ),
    ].join('\n');
    return { table, results };
  });
}

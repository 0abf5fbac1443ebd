import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { findBrowser, getLaunchArguments } from '../../../e2e/browser.ts';
import { type Timing, timingOf } from '../../measure.ts';
import type { BenchApi, ClickedChange, StepTimes } from './main.ts';

declare global {
  interface Window {
    bench: BenchApi;
  }
}

const rechartsName = 'Recharts, as documented';
const ownName = 'Sightline';
const stepNames = ['mount', 'update', 'resize', 'hide', 'hover'] as const;
type StepName = (typeof stepNames)[number];
type Timings = Record<StepName, Timing>;

interface Case {
  series: number;
  scans: number;
  rounds: number;
  /** Whether to measure Recharts, which takes minutes at large sizes. */
  hasRecharts: boolean;
}

const cases: readonly Case[] = [
  { series: 10, scans: 365, rounds: 15, hasRecharts: true },
  { series: 20, scans: 1000, rounds: 15, hasRecharts: false },
  { series: 50, scans: 1000, rounds: 15, hasRecharts: false },
];
const growthCases: readonly Case[] = [100, 300, 1000, 3000, 10_000].map((scans) => ({
  series: 50,
  scans,
  rounds: 7,
  hasRecharts: false,
}));
/** Click-to-screen times, in milliseconds. */
type ClickSamples = Record<ClickedChange, number[]>;
type ClickTimings = Record<ClickedChange, Timing>;

const pointerMoves = 20;
const warmUp = 2;
/** In kB, high enough to silence the bundler's warning. */
const chunkSizeWarningLimit = 5_000;
/** What a chart must show to count as drawn: a share of the series' colours, and lines in a number of pixel columns. */
const minimum = { colours: 0.9, columns: 700 };

async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const root = import.meta.dirname;
  const outDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const sharedConfig = { root, configFile: false as const, logLevel: 'warn' as const };
  await build({
    ...sharedConfig,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit },
  });
  const server = await preview({
    ...sharedConfig,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: getLaunchArguments(),
    ...(executablePath === null ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('pageerror', (error) => {
      throw error;
    });
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'bench' in window);
    return await work(page);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Checks the pixels of each chart. @throws Error if a chart did not draw its data. */
async function checkDrawing(
  page: Page,
  { series, scans }: Case,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await page.evaluate((chartName) => window.bench.show(chartName), name);
    const screenshot = await page.locator('#stage > div').screenshot();
    const drawn = await page.evaluate(
      ([png, seriesCount, scanCount]) => window.bench.countColours(png, seriesCount, scanCount),
      [screenshot.toString('base64'), series, scans] as const,
    );
    if (drawn.colours < series * minimum.colours || drawn.columns < minimum.columns) {
      throw new Error(
        `${name} drew ${drawn.colours} of ${series} lines over ${drawn.columns} pixel columns, so its times are invalid.`,
      );
    }
  }
}

const clickedChanges: readonly ClickedChange[] = ['update', 'hide'];
const clickRounds = 10;

/** Measures the milliseconds from a click until the change is on the screen, for every chart except Recharts. */
async function measureClicks(page: Page): Promise<Record<string, ClickTimings>> {
  const allNames = await page.evaluate(() => window.bench.names);
  const names = allNames.filter((name) => name !== rechartsName);
  const samples = new Map(names.map((name) => [name, { update: [], hide: [] } as ClickSamples]));
  for (let round = 0; round < warmUp + clickRounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await page.evaluate((chartName) => window.bench.stageForClicks(chartName), name);
      for (const change of clickedChanges) {
        await page.evaluate((clickedChange) => window.bench.changeOnClick(clickedChange), change);
        await page.mouse.click(20, 850);
        const time = await page.evaluate(() => window.bench.readClickTime());
        if (round >= warmUp) samples.get(name)?.[change].push(time);
      }
    }
  }
  return Object.fromEntries(
    [...samples].map(([name, { update, hide }]) => [
      name,
      { update: timingOf(update), hide: timingOf(hide) },
    ]),
  );
}

async function measure(page: Page, chartCase: Case): Promise<Record<string, Timings>> {
  const allNames = await page.evaluate(() => window.bench.names);
  const names = allNames.filter((name) => chartCase.hasRecharts || name !== rechartsName);
  await page.evaluate(
    ([series, scans, chartNames]) => window.bench.prepare(series, scans, chartNames),
    [chartCase.series, chartCase.scans, names] as const,
  );
  const samples = new Map<string, Record<StepName, number[]>>(
    names.map((name) => [name, { mount: [], update: [], resize: [], hide: [], hover: [] }]),
  );
  for (let round = 0; round < warmUp + chartCase.rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const steps: StepTimes = await page.evaluate(
        ([chartName, moveCount]) => window.bench.run(chartName, moveCount),
        [name, pointerMoves] as const,
      );
      if (round < warmUp) continue;
      for (const step of stepNames) samples.get(name)?.[step].push(...[steps[step]].flat());
    }
  }
  await checkDrawing(page, chartCase, names);
  return Object.fromEntries(
    [...samples].map(([name, times]) => [
      name,
      {
        mount: timingOf(times.mount),
        update: timingOf(times.update),
        resize: timingOf(times.resize),
        hide: timingOf(times.hide),
        hover: timingOf(times.hover),
      },
    ]),
  );
}

const formatCell = ({ median, low, high }: Timing): string =>
  `${median.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`;

/** Time of the dashboard's chart divided by that of the fastest canvas library. */
function formatRatio<Step extends string>(
  timings: Record<string, Record<Step, Timing>>,
  step: Step,
): string {
  const others = Object.entries(timings).filter(
    ([name]) => name !== ownName && name !== rechartsName,
  );
  const fastest = Math.min(...others.map(([, timing]) => timing[step].median));
  return ((timings[ownName]?.[step].median ?? Number.NaN) / fastest).toFixed(2);
}

function tableOf<Step extends string>(
  title: string,
  steps: readonly Step[],
  timings: Record<string, Record<Step, Timing>>,
): string {
  const rows = Object.entries(timings).map(
    ([name, timing]) =>
      `| ${name} | ${steps.map((step) => formatCell(timing[step])).join(' | ')} |`,
  );
  const ratios = steps.map((step) => formatRatio(timings, step)).join(' | ');
  return [
    `### ${title}`,
    '',
    `| milliseconds | ${steps.join(' | ')} |`,
    `|---|${'---|'.repeat(steps.length)}`,
    ...rows,
    `| ${ownName} against the fastest canvas | ${ratios} |`,
  ].join('\n');
}

/** Compares the dashboard's chart with three canvas libraries and Recharts as documented, in a real browser. */
export async function benchChart(): Promise<{ table: string; results: unknown }> {
  return withPage(async (page) => {
    const results: Record<string, unknown> = {};
    const tables: string[] = [];
    for (const chartCase of [...cases, ...growthCases]) {
      const title = `${chartCase.series} × ${chartCase.scans.toLocaleString('en')}`;
      if (title in results) continue;
      const timings = await measure(page, chartCase);
      results[title] = timings;
      tables.push(tableOf(title, stepNames, timings));
      if (cases.includes(chartCase)) {
        const clicks = await measureClicks(page);
        results[`${title}, from a click to the screen`] = clicks;
        tables.push(tableOf(`${title}, from a click to the screen`, clickedChanges, clicks));
      }
      process.stderr.write(`${title} done\n`);
    }
    return { table: tables.join('\n\n'), results };
  });
}

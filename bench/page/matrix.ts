import { closeSync, openSync, writeSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { formatTiming, type Timing, timingOf } from '../measure.ts';
import { createCatalogueLines, ids, personaOf, tagOf, toAnswerLine } from '../service/world.ts';
import { createMatrixWorld } from '../sightline/worlds.ts';
import { openSignedInContext, withPageBench } from './setup.ts';

const scans = 365;
const rounds = 7;
const warmUp = 1;
/** Eleven rows and six columns, totals included. The last cell has a link instead of figures. */
const cells = 66;
/** Reports that the page requests over v1: one for each platform, and those by platform and by region. */
const v1Calls = 12;

function writeMatrixWorld(path: string): void {
  const file = openSync(path, 'w');
  for (const line of createCatalogueLines(scans)) writeSync(file, `${line}\n`);
  for (const answers of createMatrixWorld(scans).answers()) {
    writeSync(file, `${answers.map(toAnswerLine).join('\n')}\n`);
  }
  closeSync(file);
}

declare global {
  interface Window {
    /** When every cell had been drawn in a frame, in milliseconds from the start of the page load; 0 until then. */
    completedAt: number;
  }
}

/** Sets `window.completedAt`. Runs in the page before its own scripts. */
function watchCells(count: number): void {
  window.completedAt = 0;
  new MutationObserver((_, observer) => {
    const filled = [...document.querySelectorAll('[role="grid"] td')].filter((cell) =>
      /\d/.test(cell.textContent),
    );
    if (filled.length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.completedAt = performance.now();
      };
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

const tags = [0, 1, 2, 3, 4].map((n) => `tag=${tagOf(n)}`).join('&');
const personas = [0, 1, 2].map((n) => `persona=${personaOf(n)}`).join('&');
const filters = [tags, personas, 'category=all', 'startDate=2009-01-01&compare=none'];
/** A query string for the whole matrix, different for each `n` below 16, so that its reports are not cached. */
const searchOf = (n: number) => filters.filter((_, bit) => (n >> bit) % 2 === 1).join('&');

/** The ways of loading a matrix, and whether the page's settings list the service's capabilities. */
const ways = { 'in one call': true, 'over v1': false } as const;
type Way = keyof typeof ways;

interface MatrixLoad {
  /** From the start of the page load until every cell is drawn, in milliseconds. */
  sinceStart: number;
  /** From the first request of a report until every cell is drawn, in milliseconds. */
  sinceFirstRequest: number;
  /** From the last byte of the last report until every cell is drawn, in milliseconds. */
  sinceLastResponse: number;
}

/** Opens the matrix and measures its load. @throws Error if the page did not load it in the given way */
async function loadMatrix(
  context: BrowserContext,
  url: string,
  way: Way,
  n: number,
): Promise<MatrixLoad> {
  const page = await context.newPage();
  await page.addInitScript(watchCells, cells - 1);
  if (!ways[way]) {
    await page.route('**/matrix?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /"capabilities":\[[^\]]*\]/,
        '"capabilities":[]',
      );
      await route.fulfill({ response, body });
    });
  }
  await page.goto(`${url}/sites/${ids.site}/matrix?${searchOf(n)}`);
  await page.waitForFunction(() => window.completedAt > 0);
  const { reports, completedAt } = await page.evaluate(() => ({
    completedAt: window.completedAt,
    reports: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/reports\/(?:timeline|matrix)/.test(name))
      .map(({ name, startTime, duration }) => ({ name, startTime, end: startTime + duration })),
  }));
  await page.close();
  const isInOneCall = reports.some(({ name }) => name.includes('/reports/matrix'));
  if (isInOneCall !== ways[way] || (!isInOneCall && reports.length < v1Calls)) {
    throw new Error(`The page did not load the matrix ${way}: ${JSON.stringify(reports)}.`);
  }
  return {
    sinceStart: completedAt,
    sinceFirstRequest: completedAt - Math.min(...reports.map(({ startTime }) => startTime)),
    sinceLastResponse: completedAt - Math.max(...reports.map(({ end }) => end)),
  };
}

/** Times the matrix of 10 platforms, 5 regions and 365 scans in the browser, without throttling. */
export async function benchMatrix(): Promise<{ table: string; results: unknown }> {
  return withPageBench(async ({ browser, url, key }) => {
    const context = await openSignedInContext(browser, url, key);
    const names = Object.keys(ways) as Way[];
    const loads: Record<Way, MatrixLoad[]> = { 'in one call': [], 'over v1': [] };
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const way of round % 2 === 0 ? names : names.toReversed()) {
        const measured = await loadMatrix(context, url, way, 2 * round + names.indexOf(way));
        if (round >= warmUp) loads[way].push(measured);
      }
    }
    const results: Record<string, Timing> = Object.fromEntries(
      names.flatMap((way) => [
        [
          `${way}, from the start of the page load`,
          timingOf(loads[way].map(({ sinceStart }) => sinceStart)),
        ],
        [
          `${way}, from the first request`,
          timingOf(loads[way].map(({ sinceFirstRequest }) => sinceFirstRequest)),
        ],
        [
          `${way}, from the last response`,
          timingOf(loads[way].map(({ sinceLastResponse }) => sinceLastResponse)),
        ],
      ]),
    );
    const rows = Object.entries(results).map(
      ([name, timing]) => `| ${name} | ${formatTiming(timing)} |`,
    );
    return {
      table: ['| all cells drawn | median (quartiles) |', '|---|---|', ...rows].join('\n'),
      results,
    };
  }, writeMatrixWorld);
}

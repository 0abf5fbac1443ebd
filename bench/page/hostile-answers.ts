import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { formatTiming, type Timing, timingOf } from '../measure.ts';
import { openSignedInContext, withPageBench } from './setup.ts';

const rounds = 3;

const paragraph =
  '**Oakwell** makes sturdy [tables](https://tables.example/a) and chairs, *tested* by many people for a long time. ';
/** Texts that are hard to parse or to lay out, and ordinary ones. */
const texts: Readonly<Record<string, string>> = {
  'a short answer': paragraph,
  'a report of 26 kB': `## Heading\n\n${paragraph.repeat(3)}\n\n- one\n- two\n\n`.repeat(66),
  'one paragraph of 32 kB': paragraph.repeat(290),
  '7,500 underlined headings': 'a\n-\n'.repeat(7_500),
  'a dash and 30,000 spaces': `-${' '.repeat(29_999)}`,
  '6,000 list items': '- a\n'.repeat(6_000),
  '10,000 empty headings': '#\n'.repeat(10_000),
  'a table of 3,700 cells': `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${`|${'b|'.repeat(60)}\n`.repeat(60)}`,
  '4 MB of decomposed letters': 'Oakwell cafe\u0301 re\u0301sume\u0301 '.repeat(150_000),
};

const siteId = randomUUID();

function writeAnswers(path: string): void {
  const createdAt = '2026-01-01T00:00:00Z';
  const clientId = randomUUID();
  const scanId = randomUUID();
  const records: object[] = [
    { type: 'client', id: clientId, name: 'Hostile', createdAt },
    { type: 'site', id: siteId, clientId, name: 'Hostile', url: 'https://x.example', createdAt },
    { type: 'brand', id: randomUUID(), siteId, role: 'tracked', name: 'Oakwell' },
    { type: 'scan', id: scanId, siteId, status: 'completed', createdAt, completedAt: createdAt },
  ];
  for (const [name, text] of Object.entries(texts)) {
    const promptId = randomUUID();
    records.push({ type: 'prompt', id: promptId, siteId, text: name });
    records.push({ type: 'answer', scanId, promptId, platform: 'chatgpt_app', region: 'US', text });
  }
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Opens an answer and measures the tasks of the page until its text stops growing. */
async function measureAnswer(context: BrowserContext, url: string, name: string) {
  const page = await context.newPage();
  await page.goto(`${url}/sites/${siteId}/answers`);
  const link = page.getByRole('link', { name, exact: true });
  await link.waitFor();
  await page.evaluate(() => {
    window.taskDurations = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.taskDurations.push(duration);
    }).observe({ type: 'longtask' });
  });
  await link.click();
  await page.locator('article [dir="auto"] > *').first().waitFor({ state: 'attached' });
  const durations = await page.evaluate(async () => {
    const text = document.querySelector('article [dir="auto"]');
    // Until no part has been added for a while.
    for (let [count, quiet] = [0, 0]; quiet < 4; ) {
      await new Promise((done) => setTimeout(done, 250));
      const now = text?.childElementCount ?? 0;
      quiet = now === count ? quiet + 1 : 0;
      count = now;
    }
    return window.taskDurations;
  });
  await page.close();
  return {
    longest: Math.max(0, ...durations),
    total: durations.reduce((sum, duration) => sum + duration, 0),
  };
}

declare global {
  interface Window {
    /** Durations of tasks longer than 50 ms, in milliseconds. */
    taskDurations: number[];
  }
}

/** Measures how long answers that are hard to parse or to lay out block the page, without throttling. */
export async function benchHostileAnswers(): Promise<{ table: string; results: unknown }> {
  return withPageBench(async ({ browser, url, key }) => {
    const context = await openSignedInContext(browser, url, key);
    const results: Record<string, { longest: Timing; total: Timing }> = {};
    for (const name of Object.keys(texts)) {
      const samples = [];
      for (let round = 0; round < rounds; round += 1) {
        samples.push(await measureAnswer(context, url, name));
      }
      results[name] = {
        longest: timingOf(samples.map(({ longest }) => longest)),
        total: timingOf(samples.map(({ total }) => total)),
      };
    }
    const rows = Object.entries(results).map(
      ([name, { longest, total }]) =>
        `| ${name} | ${formatTiming(longest)} | ${formatTiming(total)} |`,
    );
    return {
      table: ['| answer | longest task | all tasks over 50 ms |', '|---|---|---|', ...rows].join(
        '\n',
      ),
      results,
    };
  }, writeAnswers);
}

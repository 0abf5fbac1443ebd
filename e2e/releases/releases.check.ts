import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { type Browser, expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { TimelineReport } from '../../src/contract/resources.ts';
import { commandOf, launch, waitForExit } from '../../tests/setup/launch.ts';
import { test as base, type Host, withHost } from '../host.ts';

/** IDs in the file of real measurements. */
const clientId = 'ca765088-3e75-5a3a-8708-9d395108e1c2';
const siteId = 'b97c2eb7-aa6f-5a88-b980-819d8019c2f3';
const path = `/sites/${siteId}/timeline`;

const file = process.env['RELEASES_FILE'];
if (file === undefined)
  throw new Error('RELEASES_FILE must be the path of the file of real measurements.');
const measurementsFile = resolve(file);

const runHostCommand = (name: 'import' | 'keys', dataDir: string, args: readonly string[]) =>
  waitForExit(launch({ DATA_DIR: dataDir }, commandOf(`commands/${name}.ts`, ...args)));

interface World {
  host: Host;
  dataDir: string;
  key: string;
}

const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'sightline-releases-'));
      const importOutcome = await runHostCommand('import', dataDir, [measurementsFile]);
      expect(importOutcome).toMatchObject({ code: 0 });
      process.stdout.write(importOutcome.out);
      const creationOutcome = await runHostCommand('keys', dataDir, [
        'create',
        '--name',
        'check',
        '--client',
        clientId,
      ]);
      expect(creationOutcome).toMatchObject({ code: 0 });
      const key = creationOutcome.out.trimEnd().split('\n').at(-1) ?? '';
      await withHost({ DATA_DIR: dataDir, SAMPLE: 'off' }, (host) => use({ host, dataDir, key }));
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

async function requestTimeline({ host, key }: World, groupBy: string) {
  const url = `${host.url}/v1/sites/${siteId}/reports/timeline?groupBy=${groupBy}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  const body: unknown = await response.json();
  return { body, report: v.parse(TimelineReport, body) };
}

const toTwoDecimals = (value: number | null | undefined) => value?.toFixed(2);

async function openTimeline(browser: Browser, { host, key }: World, zone: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId: zone, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${host.url}${path}`);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('google.com');
  return page;
}

test('the figures equal those computed independently', async ({ world }) => {
  const byBrand = (await requestTimeline(world, 'brand')).report.series;
  const latestByBrand = new Map(
    byBrand.map(({ label, points }) => [label, toTwoDecimals(points.at(-1)?.value)]),
  );
  expect(byBrand[0]?.points).toHaveLength(14);
  expect([
    latestByBrand.get('Google'),
    latestByBrand.get('Microsoft'),
    latestByBrand.get('Apple'),
  ]).toEqual(['3.11', '2.28', '0.99']);

  const byPlatform = (await requestTimeline(world, 'platform')).report.series;
  const latestByPlatform = byPlatform.map(({ key, points }) => [
    key,
    toTwoDecimals(points.at(-1)?.value),
  ]);
  expect(Object.fromEntries(latestByPlatform)).toEqual({
    chatgpt_api: '3.73',
    claude_api: '3.48',
    gemini_api: '2.11',
  });
  const firstByPlatform = byPlatform.map(({ key, points }) => [key, points[0]?.value ?? null]);
  expect(Object.fromEntries(firstByPlatform)).toMatchObject({ claude_api: null, gemini_api: null });
  const firstEvidence = new Map(
    byPlatform.map(({ key, points }) => [key, points.find(({ value }) => value !== null)?.date]),
  );
  expect(Object.fromEntries(firstEvidence)).toEqual({
    chatgpt_api: '2022-11-28',
    claude_api: '2023-03-14',
    gemini_api: '2023-12-13',
  });
  expect(toTwoDecimals(byPlatform.find(({ key }) => key === 'chatgpt_api')?.points[0]?.value)).toBe(
    '0.62',
  );
});

test('the browser shows fourteen scans, their figures, and where a platform has no evidence yet', async ({
  browser,
  world,
}) => {
  const page = await openTimeline(browser, world, 'UTC');
  await page.getByRole('button', { name: 'About these figures' }).click();
  await expect(page.getByRole('dialog').getByText('14 scans')).toBeVisible();
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: 'Visibility by brand, as a table' });
  await expect(table.getByRole('row', { name: /Google/ })).toContainText('3.1%');
  await expect(table.getByRole('row', { name: /Google/ })).toContainText('14 of 14');

  await page.getByRole('radio', { name: 'Platform' }).check();
  const platforms = page.getByRole('table', { name: 'Visibility by platform, as a table' });
  await expect(platforms.getByRole('row', { name: /ChatGPT API/ })).toContainText('3.7%');
  await expect(platforms.getByRole('row', { name: /Claude API/ })).toContainText(/\d+ of 14/);
  await expect(platforms.getByRole('row', { name: /Gemini API/ })).toContainText('2.1%');

  await page.getByRole('figure').locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('Home');
  const missingValues = page.getByRole('figure').getByText('no evidence');
  await expect(missingValues.first()).toBeVisible();
  await page.context().close();
});

for (const [zone, day] of [
  ['Asia/Tokyo', '19 Jul'],
  ['UTC', '18 Jul'],
  ['America/New_York', '18 Jul'],
] as const) {
  test(`in ${zone} the scan of 2024-07-18 is dated ${day}`, async ({ browser, world }) => {
    const page = await openTimeline(browser, world, zone);
    await expect(page.getByText(/last completed/)).toContainText(`${day} 2024`);
    await page.context().close();
  });
}

test('importing the file again through the running host changes nothing', async ({ world }) => {
  const before = await Promise.all(
    ['brand', 'platform', 'region'].map((by) => requestTimeline(world, by)),
  );
  expect(await runHostCommand('import', world.dataDir, [measurementsFile])).toMatchObject({
    code: 0,
  });
  const after = await Promise.all(
    ['brand', 'platform', 'region'].map((by) => requestTimeline(world, by)),
  );
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
});

test('an invalid line stops the import, and nothing is stored', async ({ world }) => {
  const before = await requestTimeline(world, 'brand');
  const lines = (await text(createReadStream(measurementsFile).pipe(createGunzip())))
    .trimEnd()
    .split('\n');
  lines[19_999] = (lines[19_999] ?? '').replace('"region": "US"', '"region": 7');
  const invalidFile = join(world.dataDir, 'broken.ndjson');
  await writeFile(invalidFile, lines.join('\n'));
  const result = await runHostCommand('import', world.dataDir, [invalidFile]);
  expect(result.code).toBe(1);
  expect(result.err).toContain(
    'broken.ndjson, line 20000, region: expected string, received number',
  );
  expect(result.err).toContain('Nothing was imported.');
  expect((await requestTimeline(world, 'brand')).body).toEqual(before.body);
});

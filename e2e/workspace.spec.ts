import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import type { TimelineReport } from '../src/contract/resources.ts';
import { expect, test } from './host.ts';
import { beginSession, openSite, sampleSite, submitKey } from './navigation.ts';
import { fetchReport } from './report.ts';

/** Changes from the previous to the newest scan, of the series with evidence in both. */
const changesOf = ({ series }: TimelineReport) =>
  series.flatMap(({ label, points }) => {
    const to = points.at(-1)?.value ?? null;
    const from = points.at(-2)?.value ?? null;
    return to === null || from === null || label === null ? [] : [{ label, change: to - from }];
  });

/** The dates in a request's URL, and the number of days that they span: NaN if a date is missing. */
function daysOf(url: string) {
  const { searchParams } = new URL(url);
  const [startDate, endDate] = ['startDate', 'endDate'].map((name) => searchParams.get(name) ?? '');
  const length = (Date.parse(endDate ?? '') - Date.parse(startDate ?? '')) / 86_400_000 + 1;
  return { startDate: startDate ?? '', endDate: endDate ?? '', length };
}

const figureOf = (page: Page) =>
  page.getByRole('figure', { name: 'Share of voice by platform', exact: true });

test('a new user finds a site, compares platforms, opens a scan and shares the view', {
  tag: '@walk',
}, async ({ page, request, host, browser }) => {
  test.setTimeout(120_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await test.step('sign in', async () => {
    await page.goto(host.url);
    await submitKey(page, 'sample-agency');
  });
  await test.step('find a client', async () => {
    await page.getByLabel('Find a client').fill('northwind');
    await page.getByRole('link', { name: 'Northwind Group' }).click();
  });
  await test.step('open its site', async () => {
    await page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: sampleSite.name })
      .click();
    await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  });

  const filters = page.getByRole('complementary', { name: 'Filters' });
  await test.step('compare platforms by share of voice, one stage, one region, 90 days', async () => {
    await page.getByRole('radio', { name: 'Share of voice' }).check();
    await page.getByRole('radio', { name: 'Platform' }).check();
    await filters.getByRole('checkbox', { name: 'Compare' }).check();
    await filters.getByRole('checkbox', { name: /California/ }).check();
    await page.getByRole('button', { name: /UTC days$/ }).click();
    await page.getByRole('radio', { name: 'Last 90 days' }).click();
    await expect(figureOf(page)).toBeVisible();
    await expect(page).toHaveURL(/range=90d/);
  });
  const rangedRequest = page.waitForRequest((request) => daysOf(request.url()).length === 90);
  await test.step('look at the newest scan, without a comparison', async () => {
    await page.getByRole('combobox', { name: 'Compare' }).selectOption('No comparison');
    await expect(page.getByRole('columnheader', { name: /^Change since/ })).toBeVisible();
  });

  const search = new URL(page.url()).searchParams;
  // The days that the page requested, in case midnight has passed since.
  const { startDate, endDate } = daysOf((await rangedRequest).url());
  const query = {
    metric: 'shareOfVoice',
    groupBy: 'platform',
    stage: search.get('stage') ?? '',
    region: search.get('region') ?? '',
    startDate,
    endDate,
  };
  const report = await fetchReport(request, host, sampleSite.siteId, query);
  const largestChange = changesOf(report).toSorted(
    (a, b) => Math.abs(b.change) - Math.abs(a.change),
  )[0];
  if (!largestChange) throw new Error('No series in the sample data has a change.');

  await test.step('see which platform moved', async () => {
    const table = page.getByRole('table', { name: 'Share of voice by platform, as a table' });
    await expect(table.locator('tbody').getByRole('rowheader')).toHaveCount(report.series.length);
    const shown = await table.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => ({
        label: row.querySelector('th bdi')?.textContent ?? '',
        change: Number.parseFloat((row.children[2]?.textContent ?? '').replace('−', '-')),
      })),
    );
    const largestShownChange = shown
      .filter(({ change }) => !Number.isNaN(change))
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0];
    expect(largestShownChange?.label).toBe(largestChange.label);
  });

  await test.step('open the newest scan', async () => {
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Scan' });
    await expect(panel).toContainText('Completed');
    const newest = report.series[0]?.points.at(-1)?.scanId ?? '';
    expect(new URL(page.url()).searchParams.get('scan')).toBe(newest);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('slider')).toBeFocused();
  });

  const link = await test.step('copy the link', async () => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(Object.fromEntries(copied.searchParams)).toEqual({
      ...query,
      client: sampleSite.clientId,
      compare: 'none',
      zone: 'Europe/Berlin',
    });
    return copied.href;
  });

  await test.step('download the CSV', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('button', { name: /^Every point/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/northwind\.example.*platform.*\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    const points = report.series.flatMap(({ key, points }) =>
      points.map(({ scanId, value }) => `${key} ${scanId} ${value ?? ''}`),
    );
    const rows = data.map((row) => `${row['series_key']} ${row['scan_id']} ${row['value']}`);
    expect(rows.toSorted()).toEqual(points.toSorted());
  });

  await test.step('open the link elsewhere, with a key that has access and one that does not', async () => {
    for (const [key, hasAccess] of [
      ['sample-client', true],
      ['sample-business', false],
    ] as const) {
      const context = await browser.newContext();
      const other = await context.newPage();
      await other.goto(link);
      await submitKey(other, key);
      if (hasAccess) {
        await expect(figureOf(other)).toBeVisible();
        await expect(other.getByRole('button', { name: /^Remove .*Compare/ })).toBeVisible();
        await expect(other.getByText('Times in Europe/Berlin')).toBeVisible();
        expect(new URL(other.url()).search).toBe(new URL(link).search);
      } else {
        await expect(other.getByRole('alert')).toContainText('Site not found');
        await expect(other.getByRole('figure')).toHaveCount(0);
        expect(await other.textContent('body')).not.toContain('Northwind');
      }
      await context.close();
    }
  });
});

test('only the newest choice is drawn, even if its response arrives first', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  const heldRequest = Promise.withResolvers<void>();
  await page.route('**/reports/timeline?*metric=sentiment*', async (route) => {
    await heldRequest.promise;
    await route.continue().catch(() => {});
  });
  await openSite(page, host);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  await page.getByRole('radio', { name: 'Sentiment' }).check();
  await page.getByRole('radio', { name: 'Gap' }).check();
  await expect(page.getByRole('figure', { name: 'Gap by brand' })).toBeVisible();
  heldRequest.resolve();
  // By the time the response to this choice is drawn, the response to the released request would have arrived too.
  await page.getByRole('radio', { name: 'Region' }).check();
  await expect(page.getByRole('figure', { name: 'Gap by region' })).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(1);
});

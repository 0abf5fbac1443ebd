import type { Page } from '@playwright/test';
import * as v from 'valibot';
import type { GroupBy, Metric } from '../src/contract/enums.ts';
import type { Series, TimelineReport } from '../src/contract/resources.ts';
import { CountsReport } from '../src/contract/sightline/resources.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, signIn } from './navigation.ts';
import { readPlot } from './plot.ts';
import { fetchReport } from './report.ts';

/** Goes from the client list to the timeline of the sample's largest site, over all dates. Returns the site's ID. */
async function openTimeline(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Northwind Group' }).click();
  await expect(page.getByRole('heading', { name: 'Northwind Group', exact: true })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: 'northwind.example' })
    .click();
  await expect(
    page.getByRole('figure', { name: 'Visibility by brand', exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: /UTC days$/ }).click();
  await page.getByRole('radio', { name: 'All dates' }).click();
  await expect(page.getByRole('button', { name: /^All dates/ })).toBeVisible();
  // With eight brands, small charts are the default.
  await page.getByRole('radio', { name: 'Lines' }).check();
  return /\/sites\/([^/]+)\/timeline/.exec(page.url())?.[1] ?? '';
}

/** The values that `readPlot` should read from the line of a series. */
function measurementsOf({ points }: Series) {
  const values = points.map(({ value }) => value);
  const evidence = values.filter((value) => value !== null);
  return {
    last: evidence.at(-1) ?? Number.NaN,
    lowest: Math.min(...evidence),
    highest: Math.max(...evidence),
    stretches: values.filter((value, at) => value !== null && (values[at - 1] ?? null) === null)
      .length,
  };
}

async function expectPlotted(page: Page, name: string, report: TimelineReport): Promise<void> {
  const figure = page.getByRole('figure', { name, exact: true });
  await expect(figure).toBeVisible();
  const seriesWithEvidence = report.series.filter(({ points }) =>
    points.some(({ value }) => value !== null),
  );
  await expect(figure.locator('[data-series]')).toHaveCount(report.series.length);
  const { series, unitsPerPixel } = await readPlot(figure);
  expect([...series.keys()].sort()).toEqual(seriesWithEvidence.map(({ key }) => key).sort());
  expect(seriesWithEvidence.length).toBeGreaterThan(1);
  for (const expectedSeries of seriesWithEvidence) {
    const { key, label } = expectedSeries;
    const plottedLine = series.get(key);
    const expected = measurementsOf(expectedSeries);
    expect(plottedLine?.stretches, `stretches of ${label}`).toBe(expected.stretches);
    for (const name of ['last', 'lowest', 'highest'] as const) {
      const difference = Math.abs((plottedLine?.[name] ?? Number.NaN) - expected[name]);
      expect(difference, `${name} value of ${label}, in units`).toBeLessThan(unitsPerPixel / 4);
    }
  }
  const table = page.getByRole('table', { name: `${name}, as a table`, exact: true });
  await expect(table.locator('tbody').getByRole('rowheader')).toHaveCount(report.series.length);
}

const choose = (page: Page, group: 'Metric' | 'Group by', option: string): Promise<void> =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: option }).check();

for (const [service, pickHost] of [
  ['the built-in service', (builtIn: Host, _relay: Host): Host => builtIn],
  ['a remote service', (_builtIn: Host, relay: Host): Host => relay],
] as const) {
  test(`a sample key leads to a timeline that matches the data of ${service}`, {
    tag: '@walk',
  }, async ({ page, request, host: builtIn, relay }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    const host = pickHost(builtIn, relay);
    await signIn(page, host);
    const siteId = await openTimeline(page);
    const requestReport = (metric: Metric, groupBy: GroupBy): Promise<TimelineReport> =>
      fetchReport(request, host, siteId, { metric, groupBy });

    await expectPlotted(page, 'Visibility by brand', await requestReport('visibility', 'brand'));
    await choose(page, 'Metric', 'Gap');
    await expectPlotted(page, 'Gap by brand', await requestReport('gap', 'brand'));
    await choose(page, 'Group by', 'Platform');
    await expectPlotted(page, 'Gap by platform', await requestReport('gap', 'platform'));
    await choose(page, 'Metric', 'Sentiment');
    await choose(page, 'Group by', 'Region');
    await expectPlotted(page, 'Sentiment by region', await requestReport('sentiment', 'region'));
    await choose(page, 'Metric', 'Share of voice');
    await expectPlotted(
      page,
      'Share of voice by region',
      await requestReport('shareOfVoice', 'region'),
    );

    await page.goBack();
    await expect(page.getByRole('figure', { name: 'Sentiment by region' })).toBeVisible();
    await page.reload();
    await expectPlotted(page, 'Sentiment by region', await requestReport('sentiment', 'region'));
    expect(messages, 'console messages, including policy violations').toEqual([]);
  });
}

test('a wrong key shows an error and returns the focus to the field', { tag: '@walk' }, async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await page.getByLabel('API key').fill('sl_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('API key')).toBeFocused();
});

test('opening the client list requires signing in, and signing out returns to sign-in', {
  tag: '@walk',
}, async ({ page, host }) => {
  await page.goto(`${host.url}/clients`);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('API key').fill('sample-client');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Northwind Group', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('the table says how often each brand is named first in the days in view', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  /** The request for the counts of the days in view; another is for those of both compared periods. */
  const countsRequested = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    const start = Date.parse(searchParams.get('startDate') ?? '');
    return pathname.endsWith('/reports/counts') && Date.now() - start < 32 * 86_400_000;
  });
  await openSite(page, host, '?range=30d');
  const request = await countsRequested;
  const headers = { ...(await request.allHeaders()), 'accept-encoding': 'identity' };
  const counts = await page.request.get(request.url(), { headers });
  const { namedFirst } = v.parse(CountsReport, await counts.json());
  const table = page.getByRole('table', { name: 'Visibility by brand, as a table' });
  await expect(table.getByText('…')).toHaveCount(0);
  const headings = await table.getByRole('columnheader').allTextContents();
  const column = headings.findIndex((text) => text.startsWith('Named first'));
  const shares = await table
    .locator('tbody')
    .getByRole('row')
    .locator(`> :nth-child(${column + 1})`)
    .allTextContents();
  const expectedShares = (namedFirst ?? []).map(
    ({ answers, first }) => `${((100 * (first ?? 0)) / (answers ?? 0)).toFixed(1)}%`,
  );
  expect(new Set(expectedShares).size).toBeGreaterThan(3);
  expect(shares.sort()).toEqual(expectedShares.sort());
});

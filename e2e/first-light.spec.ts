import type { APIRequestContext, Page } from '@playwright/test';
import { decode } from '../src/contract/decode.ts';
import { pathTo } from '../src/contract/endpoints.ts';
import type { GroupBy, Metric } from '../src/contract/enums.ts';
import { type Series, TimelineReport } from '../src/contract/resources.ts';
import { expect, type Host, test } from './host.ts';
import { readPlot } from './plot.ts';

const key = 'sample-agency';

async function signIn(page: Page, host: Host): Promise<void> {
  await page.goto(host.url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible();
}

/** Goes from the client list to the timeline of the sample's largest site. */
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
  return /\/sites\/([^/]+)\/timeline/.exec(page.url())?.[1] ?? '';
}

/** What the service itself says, asked by key instead of through the page. */
async function reportOf(
  request: APIRequestContext,
  host: Host,
  siteId: string,
  question: { metric: Metric; groupBy: GroupBy },
): Promise<TimelineReport> {
  const answer = await request.get(host.url + pathTo('timeline', { siteId }), {
    params: question,
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(answer.status()).toBe(200);
  const report = decode(TimelineReport, await answer.json());
  if (!report.ok) throw new Error(`${report.path}: ${report.reason}`);
  return report.value;
}

/** The same four facts about a series that can be measured off a line. */
function factsOf({ points }: Series) {
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
  const withEvidence = report.series.filter(({ points }) =>
    points.some(({ value }) => value !== null),
  );
  await expect(figure.locator('path[data-series]')).toHaveCount(report.series.length);
  const { series, unitsPerPixel } = await readPlot(figure);
  expect([...series.keys()].sort()).toEqual(withEvidence.map((each) => each.key).sort());
  expect(withEvidence.length).toBeGreaterThan(1);
  for (const each of withEvidence) {
    const seen = series.get(each.key);
    const expected = factsOf(each);
    expect(seen?.stretches, `stretches of ${each.label}`).toBe(expected.stretches);
    for (const fact of ['last', 'lowest', 'highest'] as const) {
      const off = Math.abs((seen?.[fact] ?? Number.NaN) - expected[fact]);
      expect(off, `${fact} value of ${each.label}, in units`).toBeLessThan(unitsPerPixel / 4);
    }
  }
  const table = page.getByRole('table', { name: `${name}, as a table`, exact: true });
  await expect(table.locator('tbody').getByRole('rowheader')).toHaveCount(report.series.length);
}

const choose = (page: Page, group: 'Metric' | 'Group by', option: string): Promise<void> =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: option }).check();

for (const [where, pick] of [
  ['the built-in service', (near: Host, _far: Host): Host => near],
  ['a service elsewhere', (_near: Host, far: Host): Host => far],
] as const) {
  test(`a sample key leads to a timeline that shows what ${where} says`, async ({
    page,
    request,
    host: builtIn,
    relay,
  }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    const host = pick(builtIn, relay);
    await signIn(page, host);
    const siteId = await openTimeline(page);
    const report = (metric: Metric, groupBy: GroupBy): Promise<TimelineReport> =>
      reportOf(request, host, siteId, { metric, groupBy });

    await expectPlotted(page, 'Visibility by brand', await report('visibility', 'brand'));
    await choose(page, 'Metric', 'Gap');
    await expectPlotted(page, 'Gap by brand', await report('gap', 'brand'));
    await choose(page, 'Group by', 'Platform');
    await expectPlotted(page, 'Gap by platform', await report('gap', 'platform'));
    await choose(page, 'Metric', 'Sentiment');
    await choose(page, 'Group by', 'Region');
    await expectPlotted(page, 'Sentiment by region', await report('sentiment', 'region'));
    await choose(page, 'Metric', 'Share of voice');
    await expectPlotted(page, 'Share of voice by region', await report('shareOfVoice', 'region'));

    await page.goBack();
    await expect(page.getByRole('figure', { name: 'Sentiment by region' })).toBeVisible();
    await page.reload();
    await expectPlotted(page, 'Sentiment by region', await report('sentiment', 'region'));
    expect(messages, 'console messages, policy violations among them').toEqual([]);
  });
}

test('a wrong key is refused where it was typed', async ({ page, host }) => {
  await page.goto(host.url);
  await page.getByLabel('API key').fill('sl_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('API key')).toBeFocused();
});

test('a sign-in leads on to where the person was going, and a sign-out back', async ({
  page,
  host,
}) => {
  await page.goto(`${host.url}/clients`);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('API key').fill('sample-client');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Northwind Group', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

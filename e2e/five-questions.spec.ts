import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addDays, utcDay } from '../src/contract/dates/days.ts';
import type { GroupBy } from '../src/contract/enums.ts';
import type { Series } from '../src/contract/resources.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, sampleSite } from './navigation.ts';
import { fetchReport } from './report.ts';

const { clientId, siteId, name: siteName } = sampleSite;

const maxActions = 3;

/** Clicks on behalf of a visitor, who must not need more than three actions. */
class Visitor {
  #actionCount = 0;

  async click(target: Locator): Promise<void> {
    this.#actionCount += 1;
    expect(this.#actionCount, 'actions of the visitor').toBeLessThanOrEqual(maxActions);
    await target.click();
  }
}

/** The page's clock stops here, so that page and test agree on the last 30 days, which fit the site, even around midnight. */
const moment = Date.now();
const today = utcDay(moment);
const now = { startDate: addDays(today, -29), endDate: today };
const before = { startDate: addDays(today, -59), endDate: addDays(today, -30) };

/** Opens the site's timeline from the list of sites; every later click counts as an action. */
async function openFromSites(page: Page, host: Host): Promise<Visitor> {
  await page.clock.setFixedTime(moment);
  await beginSession(page, host);
  await page.goto(`${host.url}/clients/${clientId}/sites`);
  const site = page.getByRole('main').getByRole('listitem').getByRole('link', { name: siteName });
  await site.click();
  await expect(page.getByRole('table', { name: 'Visibility by brand, as a table' })).toBeVisible();
  return new Visitor();
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
/** The average over the scans with evidence. */
const meanOfSeries = (series: Series | undefined) =>
  meanOf((series?.points ?? []).flatMap(({ value }) => value ?? []));

/** What the page calls a series. */
const nameOf = ({ key, label }: Series) => label ?? key;

interface Move {
  key: string;
  label: string;
  isTracked: boolean;
  now: number;
  before: number;
  change: number;
}

/** The averages of every series of a report over the last 30 days, and over the 30 before. */
async function fetchMoves(
  request: APIRequestContext,
  host: Host,
  groupBy: GroupBy,
  filters: Record<string, string> = {},
): Promise<Move[]> {
  const question = { groupBy, ...filters };
  const newer = await fetchReport(request, host, siteId, { ...question, ...now });
  const older = await fetchReport(request, host, siteId, { ...question, ...before });
  return newer.series.map((series) => {
    const { key } = series;
    const earlier = older.series.find((olderSeries) => olderSeries.key === key);
    const means = { now: meanOfSeries(series), before: meanOfSeries(earlier) };
    const isTracked = key === newer.brand?.id;
    // The difference of the two figures as they are shown.
    const change = Number(means.now.toFixed(1)) - Number(means.before.toFixed(1));
    return { key, label: nameOf(series), isTracked, ...means, change };
  });
}

/** The item with the highest figure. */
function findHighest<T>(items: readonly T[], figureOf: (item: T) => number): T {
  const [highest] = items.toSorted((a, b) => figureOf(b) - figureOf(a));
  if (highest === undefined) throw new Error('There are no items.');
  return highest;
}
const findLowest = <T>(items: readonly T[], figureOf: (item: T) => number): T =>
  findHighest(items, (item) => -figureOf(item));

/** The numbers with a decimal in a text, such as “50.0% −4.2 pt”. */
const readFigures = (text: string): number[] =>
  text.match(/[+−]?\d+\.\d/g)?.map((figure) => Number(figure.replace('−', '-'))) ?? [];

/** Expects a shown number to equal a value rounded to one decimal. */
const expectRounded = (shown: number | undefined, value: number, about: string): void =>
  // Half of the last decimal place, plus a rounding error.
  expect(Math.abs((shown ?? Number.NaN) - value), `${value}: ${about}`).toBeLessThan(0.0501);

/** Expects an element to be visible and its text to contain one figure, which equals the value. */
async function expectFigure(target: Locator, value: number): Promise<void> {
  await expect(target).toBeVisible();
  const text = (await target.textContent()) ?? '';
  const figures = readFigures(text);
  expect(figures, text).toHaveLength(1);
  expectRounded(figures[0], value, text);
}

test.describe('at most three actions show', () => {
  test('how the tracked brand did in the last 30 days and in the 30 before', {
    tag: '@walk',
  }, async ({ page, request, host }) => {
    await openFromSites(page, host);
    const moves = await fetchMoves(request, host, 'brand');
    const tracked = moves.find(({ isTracked }) => isTracked);
    if (!tracked) throw new Error('The report lacks the tracked brand.');
    const average = page.getByRole('term').filter({ hasText: `${tracked.label}, average of ` });
    const earlier = page.getByRole('term').filter({ hasText: /^compared with .+ for / });
    const figureOf = (term: Locator) => term.locator('..').getByRole('definition').first();
    await expectFigure(figureOf(average), tracked.now);
    await expectFigure(earlier, tracked.before);
    await expectFigure(figureOf(earlier), tracked.change);
  });

  test('which competitor gained most', async ({ page, request, host }) => {
    const visitor = await openFromSites(page, host);
    await visitor.click(page.getByRole('button', { name: 'Change', exact: true }));
    const moves = await fetchMoves(request, host, 'brand');
    const competitors = moves.filter(({ isTracked }) => !isTracked);
    const winner = findHighest(competitors, ({ change }) => change);
    await expect(page.getByRole('columnheader', { name: 'Change' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const first = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader'), hasNotText: 'tracked' })
      .first();
    const labels = competitors
      .filter(({ change }) => winner.change - change < 0.001)
      .map(({ label }) => label);
    expect(labels).toContain(await first.getByRole('rowheader').textContent());
    await expectFigure(first.getByRole('cell').nth(2), winner.change);
  });

  test('which platform is the weakest, and in which region it is weakest', {
    tag: '@walk',
  }, async ({ page, request, host }) => {
    const visitor = await openFromSites(page, host);
    await visitor.click(page.getByRole('link', { name: 'Matrix' }));
    const grid = page.getByRole('grid');
    await expect(grid).toBeVisible();
    // The page names the compared days once its figures are those of the chosen days.
    await expect(page.getByText(/ compared with /)).toBeVisible();
    await expect(grid.getByText('Loading')).toHaveCount(0);

    const byPlatform = await fetchReport(request, host, siteId, { groupBy: 'platform', ...now });
    const platform = findLowest(byPlatform.series, meanOfSeries);
    const byRegion = await fetchReport(request, host, siteId, {
      groupBy: 'region',
      platform: platform.key,
      ...now,
    });
    const region = findLowest(byRegion.series, meanOfSeries);

    // What the visitor finds: the row with the lowest value under “All regions”, and the lowest value in that row.
    const rows = await Promise.all(
      (
        await grid
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader') })
          .all()
      ).map(async (row) => {
        const cells = await row.getByRole('gridcell').allTextContents();
        return {
          name: (await row.getByRole('rowheader').textContent()) ?? '',
          values: cells.map((text) => readFigures(text)[0] ?? Number.NaN),
        };
      }),
    );
    const platformRows = rows.filter(({ name }) => name !== 'All platforms');
    expect(platformRows.length).toBe(byPlatform.series.length);
    const weakest = findLowest(platformRows, ({ values }) => values.at(-1) ?? Number.NaN);
    expect(weakest.name.startsWith(nameOf(platform)), weakest.name).toBe(true);
    expectRounded(weakest.values.at(-1), meanOfSeries(platform), weakest.name);
    const lowest = Math.min(...weakest.values);
    expectRounded(lowest, meanOfSeries(region), nameOf(region));
    const columnHeader = grid.getByRole('columnheader').nth(weakest.values.indexOf(lowest) + 1);
    await expect(columnHeader).toHaveText(nameOf(region));
  });

  test('how a platform’s website compares with its API', async ({ page, request, host }) => {
    const visitor = await openFromSites(page, host);
    await visitor.click(page.getByRole('radio', { name: 'Platform', exact: true }));
    const comparisons = page.getByRole('region', { name: 'Web versus API' });
    const { series } = await fetchReport(request, host, siteId, {
      groupBy: 'platform',
      ...now,
    });
    for (const [web, api] of [
      ['chatgpt_app', 'chatgpt_api'],
      ['gemini_app', 'gemini_api'],
      ['perplexity_app', 'perplexity_sonar_pro'],
    ]) {
      const [webSeries, apiSeries] = [web, api].map((platform) =>
        series.find(({ key }) => key === platform),
      );
      const differences = (webSeries?.points ?? []).flatMap(({ scanId, value }) => {
        const apiValue = apiSeries?.points.find((point) => point.scanId === scanId)?.value ?? null;
        return value === null || apiValue === null ? [] : [value - apiValue];
      });
      const difference = meanOf(differences);
      const term = comparisons.getByRole('term').filter({ hasText: webSeries?.label ?? '' });
      const sentence = term.locator('..').getByRole('definition');
      await expect(sentence).toHaveText(
        /^Web \d+\.\d\spt (?:above|below) API: .+ the usual scatter/,
      );
      const text = (await sentence.textContent()) ?? '';
      const sign = text.includes('above') ? 1 : -1;
      expectRounded(sign * (readFigures(text)[0] ?? Number.NaN), difference, text);
    }
  });

  test('what moved', { tag: '@walk' }, async ({ page, request, host }) => {
    await openFromSites(page, host);
    const links = page.getByRole('region', { name: 'What moved' }).getByRole('link');
    const moves = new Map<string, number>();
    const brands = await fetchMoves(request, host, 'brand');
    const brand = brands.find(({ isTracked }) => isTracked)?.label ?? '';
    for (const { label, change } of brands) moves.set(label, change);
    for (const [groupBy, preposition] of [
      ['platform', 'On'],
      ['region', 'In'],
    ] as const) {
      for (const { label, change } of await fetchMoves(request, host, groupBy)) {
        moves.set(`${preposition} ${label}, ${brand}`, change);
      }
    }
    for (const platform of await fetchMoves(request, host, 'platform')) {
      const filters = { platform: platform.key };
      for (const { label, change } of await fetchMoves(request, host, 'region', filters)) {
        moves.set(`${platform.label} in ${label}, ${brand}`, change);
      }
    }
    await expect(links.first()).toBeVisible();
    const listed = (await links.allTextContents()).map((text) => {
      const [, subject = '', direction] = /^(.+): (up|down) \d+\.\d\spt$/.exec(text) ?? [];
      const change = (direction === 'up' ? 1 : -1) * (readFigures(text)[0] ?? Number.NaN);
      return { subject, change };
    });
    // Prompts, which are quoted, have a report of their own.
    for (const { subject, change } of listed.filter((move) => !move.subject.includes('“'))) {
      expectRounded(change, moves.get(subject) ?? Number.NaN, subject);
    }
    const sizes = listed.map(({ change }) => Math.abs(change));
    expect(sizes.length).toBeGreaterThan(0);
    // The order is that of the exact changes, from which the shown ones differ by less than a digit.
    for (const [at, size] of sizes.slice(1).entries())
      expect((sizes[at] ?? Number.NaN) - size, String(sizes)).toBeGreaterThan(-0.1001);
    // Checks totals only, because a larger move of a platform in a region may be within its usual scatter.
    const totals = [...moves].filter(([subject]) => !subject.includes(' in '));
    const [largestTotal = '', change = 0] = findHighest(totals, ([, size]) => Math.abs(size));
    const areAllLarger = sizes.every((size) => size > Math.abs(change) - 0.1001);
    expect(areAllLarger || listed.some(({ subject }) => subject === largestTotal)).toBe(true);
  });
});

import type { Page, Route } from '@playwright/test';
import * as v from 'valibot';
import { OverviewPage } from '../src/contract/sightline/resources.ts';
import { isSoak } from '../tests/setup/soak.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import { readLayoutShifts } from './layout-shifts.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, sampleSite } from './navigation.ts';

/** Holds matching requests until `release`, which continues them in order. */
async function holdRequests(page: Page, urlPattern: string) {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(urlPattern, async (route) => {
    if (isOpen) await route.continue();
    else waiting.push(route);
  });
  return {
    waiting,
    release: async () => {
      isOpen = true;
      for (const route of waiting) await route.continue();
    },
  };
}

/** Each page's name and path, and the content to wait for. */
const pages: readonly [string, string, (page: Page) => ReturnType<Page['locator']>][] = [
  ['the clients', '/clients', (page) => page.locator('main time').nth(3)],
  [
    'the clients, worst real drop first',
    '/clients?sort=drop',
    (page) => page.getByText(/^Loading figures before sorting/),
  ],
  [
    'the sites',
    `/clients/${sampleSite.clientId}/sites`,
    (page) => page.getByText(/^Scanned/).nth(1),
  ],
  ['the timeline', `/sites/${sampleSite.siteId}/timeline`, (page) => page.getByRole('slider')],
  [
    'the timeline of 90 days',
    `/sites/${sampleSite.siteId}/timeline?range=90d`,
    (page) => page.getByRole('slider'),
  ],
];

test('Back restores the scroll position of a timeline', async ({ page, host }) => {
  await beginSession(page, host);
  const { siteId, name } = sampleSite;
  await page.goto(`${host.url}/sites/${siteId}/timeline`);
  await page.getByRole('table', { name: /as a table$/ }).waitFor();
  await page.getByText('Northwind Group', { exact: true }).waitFor();
  // Until everything has arrived, the page may be taller than it is afterwards.
  await page.waitForLoadState('networkidle');
  await waitForPaint(page);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // The scroll event comes with the next frame.
  await waitForPaint(page);
  const scrollPosition = await page.evaluate(() => window.scrollY);
  expect(scrollPosition).toBeGreaterThan(100);
  // Dispatched, because a real click would first scroll up to the link.
  await page.getByRole('link', { name: 'Northwind Group' }).dispatchEvent('click');
  await page.getByRole('heading', { name: 'Northwind Group' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollPosition);
});

/** `layout-shift-orders.spec.ts` tests other widths, on all pages at once. */
for (const width of isSoak ? [1360, 1024, 768, 375] : [1360, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const [name, path, lastContent] of pages) {
      test(`nothing shifts when responses and the font arrive late: ${name}`, async ({
        page,
        host,
      }) => {
        await beginSession(page, host);
        const heldCalls = await holdRequests(page, '**/v1/**');
        const heldFont = await holdRequests(page, '**/*.woff2');
        // Held to the end: the rows are sorted, and so move, once their figures have arrived.
        if (path.endsWith('sort=drop')) await holdRequests(page, '**/overview**');
        // The load event would wait for the font.
        await page.goto(host.url + path, { waitUntil: 'commit' });
        await expect(page.getByRole('status').first()).toBeAttached();
        await waitForPaint(page);
        expect(heldCalls.waiting.length).toBeGreaterThan(0);
        expect(heldFont.waiting.length).toBeGreaterThan(0);
        await heldCalls.release();
        await lastContent(page).waitFor();
        await waitForPaint(page);
        await heldFont.release();
        await page.evaluate(() => document.fonts.ready);
        await waitForPaint(page);
        expect(await readLayoutShifts(page)).toEqual([]);
      });
    }

    test('nothing shifts when clients’ measurement changes appear late', async ({ page, host }) => {
      await beginSession(page, host);
      // In the fallback font, which is shown if the font does not arrive at once.
      await page.route('**/*.woff2', (route) => route.abort());
      const namesShown = Promise.withResolvers<void>();
      await page.route('**/sightline/v1/overview**', async (route) => {
        const response = await route.fetch();
        const { data, nextCursor } = v.parse(OverviewPage, await response.json());
        const changed = data.map(({ points, ...row }) => ({
          ...row,
          points,
          // France is added in the middle.
          measured: [points[0], points[points.length >> 1]].flatMap((point, at) => {
            const regions = at === 0 ? ['US'] : ['US', 'FR'];
            const { scanId } = point ?? {};
            return scanId ? [{ scanId, prompts: 4, platforms: ['chatgpt_app'], regions }] : [];
          }),
        }));
        await namesShown.promise;
        await route.fulfill({ response, json: { data: changed, nextCursor } });
      });
      await page.goto(`${host.url}/clients`);
      const row = page.locator('tr, li').filter({ hasText: 'Northwind Group' });
      await expect(row.locator('span:has(> [aria-hidden])').last()).toHaveCSS('opacity', '1');
      await waitForPaint(page);
      namesShown.resolve();
      await page
        .getByText(/^Measured differently since .*: France added$/)
        .nth(3)
        .waitFor({ state: 'attached' });
      await waitForPaint(page);
      expect(await readLayoutShifts(page)).toEqual([]);
    });

    test('nothing shifts when the notice of differently measured periods appears late', async ({
      page,
      host,
    }) => {
      await beginSession(page, host);
      const heldCounts = await holdRequests(page, '**/counts**');
      await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline?range=90d`);
      await page.getByRole('table', { name: /as a table$/ }).waitFor();
      await expect.poll(() => heldCounts.waiting.length).toBeGreaterThan(0);
      await waitForPaint(page);
      await heldCounts.release();
      await page
        .getByText(/^Measured differently since/)
        .first()
        .waitFor();
      await waitForPaint(page);
      expect(await readLayoutShifts(page)).toEqual([]);
    });

    test('nothing shifts when the notice about measuring again appears late', async ({
      page,
      host,
    }) => {
      await beginSession(page, host);
      await page.route(`${host.url}/clients`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({
          response,
          body: html.replace('"capabilities":[', '"capabilities":["measuring",'),
        });
      });
      const contentShown = Promise.withResolvers<void>();
      await page.route('**/sightline/v1/measuring', async (route) => {
        await contentShown.promise;
        await route.fulfill({ json: { sites: 40, measured: 12 } });
      });
      await page.goto(`${host.url}/clients`);
      await page.locator('main time').nth(3).waitFor();
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      contentShown.resolve();
      await page.getByRole('complementary', { name: 'Measuring' }).waitFor();
      await expectAccessible(page);
      expect(await readLayoutShifts(page)).toEqual([]);
    });

    test('small charts stay in place when their measurement changes appear late', async ({
      page,
      host,
    }) => {
      await beginSession(page, host);
      const heldScans = await holdRequests(page, '**/sightline/v1/**/scans**');
      await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline?view=multiples&dates=all`);
      const charts = page.getByRole('list', { name: /one chart per series$/ });
      await charts.waitFor();
      await expect.poll(() => heldScans.waiting.length).toBeGreaterThan(0);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const before = await charts.boundingBox();
      await heldScans.release();
      await page
        .getByRole('button', { name: /measurement change/ })
        .first()
        .waitFor();
      await waitForPaint(page);
      expect(await charts.boundingBox()).toEqual(before);
    });
  });
}

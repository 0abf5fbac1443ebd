import type { Page, Request, Response, Route } from '@playwright/test';
import { isSoak } from '../tests/setup/soak.ts';
import { expect, test } from './host.ts';
import { readLayoutShifts } from './layout-shifts.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, sampleSite } from './navigation.ts';

const { clientId, siteId } = sampleSite;
const sitePath = `/sites/${siteId}`;

const getTable = (page: Page) => page.getByRole('table', { name: /as a table$/ });

/** Each page's path, and content that it has once it has loaded. */
const pages: readonly [string, (page: Page) => ReturnType<Page['locator']>][] = [
  ['/clients', (page) => page.locator('main time').nth(3)],
  [`/clients/${clientId}/sites`, (page) => page.getByText(/^Scanned/).nth(1)],
  [`${sitePath}/timeline`, getTable],
  [`${sitePath}/timeline?groupBy=prompt`, getTable],
  [`${sitePath}/matrix?range=30d`, (page) => page.getByRole('grid')],
  [`${sitePath}/answers?range=30d`, (page) => page.getByRole('list', { name: 'Answers' })],
  [`${sitePath}/sources?range=30d`, (page) => page.getByRole('table').first()],
  [`${sitePath}/scans`, (page) => page.getByText('Imported').first()],
  [
    `${sitePath}/report?range=30d&compare=previous`,
    (page) => page.getByRole('heading', { name: 'Method and definitions' }),
  ],
];

type PathTest = (path: string) => boolean;

const isFont: PathTest = (path) => path.endsWith('.woff2');
const isCall: PathTest = (path) => path.includes('/v1/');
const isReport: PathTest = (path) =>
  isCall(path) && /\/(reports\/\w+|overview|answers|sources)$/.test(path);

/** Groups of requests, by path, in the order in which their responses arrive. */
const orders: readonly { name: string; groups: readonly PathTest[] }[] = [
  {
    name: 'reports arrive first, and names and filters last',
    groups: [isFont, isReport, isCall],
  },
  {
    name: 'names and filters arrive first, then reports, and the font last',
    groups: [(path) => isCall(path) && !isReport(path), isReport, isFont],
  },
];

/** Loads a page. Holds the requests of each group until the page shows the responses of the groups before it. */
async function loadInOrder(page: Page, url: string, groups: readonly PathTest[]): Promise<void> {
  const held = new Set<Route>();
  const released = new Set<Request>();
  const ended = new Set<Request>();
  let openGroups = 0;
  const isOpen = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    return groups.slice(0, openGroups).some((isInGroup) => isInGroup(pathname));
  };
  const release = async (route: Route) => {
    held.delete(route);
    released.add(route.request());
    await route.continue();
  };
  const isHeldUrl = ({ pathname }: URL) => groups.some((isInGroup) => isInGroup(pathname));
  const onEnd = (request: Request) => ended.add(request);
  // The page reads the overview, which it requests early, only once it has the list of clients.
  const onResponse = (response: Response) => {
    if (response.url().includes('/overview')) ended.add(response.request());
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  page.on('response', onResponse);
  await page.route(isHeldUrl, async (route) => {
    if (isOpen(route)) await release(route);
    else held.add(route);
  });
  const findPending = () =>
    [...released].filter((request) => !ended.has(request)).map((request) => request.url());
  // The load event would wait for the font.
  await page.goto(url, { waitUntil: 'commit' });
  await expect.poll(() => held.size, { intervals: [50] }).toBeGreaterThan(0);
  while (openGroups < groups.length) {
    await waitForPaint(page);
    openGroups += 1;
    for (const route of held) if (isOpen(route)) await release(route);
    await expect.poll(findPending, { intervals: [50] }).toEqual([]);
  }
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  page.off('requestfinished', onEnd);
  page.off('requestfailed', onEnd);
  page.off('response', onResponse);
  await page.unroute(isHeldUrl);
}

/** The order that each width is tested with; with SOAK=1 every width is tested with both. */
const orderByWidth: readonly [width: number, order: number][] = [
  [320, 1],
  [375, 0],
  [768, 1],
  [1280, 0],
  [1440, 0],
  [1920, 1],
];

for (const [width, chosenOrder] of orderByWidth) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const [index, { name, groups }] of orders.entries()) {
      if (index !== chosenOrder && !isSoak) continue;
      test(`next to nothing shifts on any page when ${name}`, async ({ page, host }) => {
        test.setTimeout(pages.length * 20_000);
        await beginSession(page, host);
        for (const [path, getContent] of pages) {
          await test.step(path, async () => {
            await loadInOrder(page, host.url + path, groups);
            await getContent(page).waitFor();
            await waitForPaint(page);
            const shifts = await readLayoutShifts(page);
            const sum = shifts.reduce((total, { value }) => total + value, 0);
            const moves = shifts.map(({ value, moves }) => `${value}: ${moves}`).join('\n');
            expect.soft(sum, `${path}\n${moves}`).toBeLessThanOrEqual(0.01);
          });
        }
      });
    }
  });
}

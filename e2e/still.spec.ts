import type { Page, Route } from '@playwright/test';
import { expect, test } from './host.ts';
import { sampleSite, signIn } from './way.ts';

declare global {
  interface Window {
    /** What moved without a person's doing, as the browser counts it. */
    moved: string[];
  }
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Runs in the page before its own script. */
function watchShifts(): void {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as Shift;
      if (hadRecentInput) continue;
      const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const text = node?.textContent?.slice(0, 60);
        return `${text} ${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`;
      });
      window.moved.push(`${value}: ${what.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Lets two frames pass, so that what was to be drawn is drawn and counted. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

/** Holds calls back, and lets them go in the order they came. */
async function held(page: Page, calls: string) {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(calls, async (route) => {
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

/** Each page: its name, its path, and what it shows last. */
const pages: readonly [string, string, (page: Page) => ReturnType<Page['locator']>][] = [
  ['the clients', '/clients', (page) => page.getByRole('link', { name: 'Northwind Group' })],
  [
    'the sites',
    `/clients/${sampleSite.clientId}/sites`,
    (page) => page.getByText(/^Scanned/).nth(1),
  ],
  [
    'the timeline',
    `/clients/${sampleSite.clientId}/sites/${sampleSite.siteId}/timeline`,
    (page) => page.getByRole('table', { name: /as a table$/ }),
  ],
  [
    'ninety days',
    `/clients/${sampleSite.clientId}/sites/${sampleSite.siteId}/timeline?range=90d`,
    (page) => page.getByRole('table', { name: /as a table$/ }),
  ],
];

test('Back finds a timeline where it was left, down to the table', async ({ page, host }) => {
  await signIn(page, host);
  const { clientId, siteId, name } = sampleSite;
  await page.goto(`${host.url}/clients/${clientId}/sites/${siteId}/timeline`);
  await page.getByRole('table', { name: /as a table$/ }).waitFor();
  await page.getByText('Northwind Group', { exact: true }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // Scrolling is told with the next frame.
  await drawn(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(100);
  // Without going up to it, as a key or a gesture would leave the page.
  await page.getByRole('link', { name: 'Northwind Group' }).dispatchEvent('click');
  await page.getByRole('heading', { name: 'Northwind Group' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
});

for (const width of [1360, 1024, 768, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const [name, path, whole] of pages) {
      test(`${name} stay where they are while answers and the font come late`, async ({
        page,
        host,
      }) => {
        await signIn(page, host);
        await page.addInitScript(watchShifts);
        const answers = await held(page, '**/v1/**');
        const font = await held(page, '**/*.woff2');
        // The document is whole only with its font.
        await page.goto(host.url + path, { waitUntil: 'commit' });
        await expect(page.getByRole('status').first()).toBeAttached();
        await drawn(page);
        expect(answers.waiting.length).toBeGreaterThan(0);
        expect(font.waiting.length).toBeGreaterThan(0);
        await answers.release();
        await whole(page).waitFor();
        await drawn(page);
        await font.release();
        await page.evaluate(() => document.fonts.ready);
        await drawn(page);
        expect(await page.evaluate(() => window.moved)).toEqual([]);
      });
    }
  });
}

import type { Locator, Page } from '@playwright/test';
import { expect, type Host, test } from './host.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;

/** Sheets, with width and height in pixels within margins of 12 mm, at 96 pixels per inch. */
const sheets = [
  { format: 'A4', landscape: false, width: 702, height: 1031 },
  { format: 'A4', landscape: true, width: 1031, height: 702 },
  { format: 'Letter', landscape: false, width: 725, height: 965 },
  { format: 'Letter', landscape: true, width: 965, height: 725 },
] as const;

const tableOf = (page: Page) => page.getByRole('table').first();
const chartOf = (page: Page) => page.getByRole('figure');
const listOf = (page: Page) => page.getByRole('list', { name: 'Answers' });
const gridOf = (page: Page) => page.getByRole('grid');
const firstRowOf = (page: Page) => tableOf(page).getByRole('row').nth(1);
interface PrintedPage {
  path: string;
  /** Visible once the page has loaded. */
  ready: (page: Page) => Locator;
  /** Must fit on the first sheet. */
  first: (page: Page) => Locator;
}
/** The pages with figures, for a brand and dates. */
const pages = [
  { path: 'timeline?range=30d&platform=chatgpt_app', ready: tableOf, first: chartOf },
  { path: 'timeline', ready: tableOf, first: chartOf },
  {
    path: 'timeline?groupBy=prompt&range=90d',
    ready: tableOf,
    first: (page: Page) => chartOf(page).getByRole('listitem').first(),
  },
  { path: 'timeline?groupBy=platform&range=30d', ready: tableOf, first: chartOf },
  { path: 'sources?range=30d', ready: tableOf, first: firstRowOf },
  {
    path: 'answers?range=30d',
    ready: listOf,
    first: (page: Page) => listOf(page).getByRole('listitem').first(),
  },
  {
    path: 'matrix?range=30d',
    ready: gridOf,
    first: (page: Page) => gridOf(page).getByRole('row').nth(1),
  },
  { path: 'timeline?range=90d', ready: tableOf, first: chartOf },
] as const satisfies readonly PrintedPage[];
const scanRowsOf = (page: Page) =>
  page.getByRole('region', { name: 'All scans' }).getByRole('listitem');
const scansPage: PrintedPage = {
  path: 'scans',
  ready: (page) => scanRowsOf(page).first(),
  first: (page) => scanRowsOf(page).first(),
};

async function openPage(page: Page, host: Host, { path, ready }: PrintedPage) {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/${path}`);
  await expect(ready(page)).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Loading the chart')).toHaveCount(0);
  if (path !== scansPage.path) await expect(page.getByText(/based on/).first()).toBeVisible();
}

/** Lays the page out for print at the width of a sheet, without dividing it into pages. */
async function layOut(page: Page, { width, height }: (typeof sheets)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await waitForPaint(page);
}

/** Elements with text that are cut by a box around them, or reach past the right edge of the sheet. */
const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const text = element.textContent?.trim() ?? '';
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const box = element.getBoundingClientRect();
      // Texts for screen readers are one pixel in size.
      const isShown = element.checkVisibility({ visibilityProperty: true }) && box.width > 1;
      if (!hasText || !isShown || element.closest('svg')) return [];
      const isPastEdge = box.right > document.documentElement.clientWidth + 1;
      let isCut = false;
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        if (getComputedStyle(ancestor).overflowX === 'visible') continue;
        const ancestorBox = ancestor.getBoundingClientRect();
        if (ancestorBox.width <= 1) return [];
        isCut ||= box.right > ancestorBox.right + 1 || box.bottom > ancestorBox.bottom + 1;
        isCut ||= ancestor.scrollWidth > ancestor.clientWidth + 1 && ancestor === element;
      }
      return isPastEdge || isCut
        ? [`${text.slice(0, 60)}: ${element.outerHTML.slice(0, 100)}`]
        : [];
    }),
  );

/** Boxes taller than three quarters of a sheet that cannot be divided, and so may leave most of a sheet empty. */
const findIndivisibleBoxes = (page: Page, height: number): Promise<string[]> =>
  page.evaluate(
    (maxHeight) =>
      Array.from(document.querySelectorAll('main *'))
        .filter((element) => {
          const { overflowX, overflowY, breakInside } = getComputedStyle(element);
          const isWhole =
            overflowX !== 'visible' || overflowY !== 'visible' || breakInside === 'avoid';
          return isWhole && element.getBoundingClientRect().height > maxHeight;
        })
        .map((element) => element.outerHTML.slice(0, 100)),
    height * 0.75,
  );

/** The number of pages of a PDF file, whose page objects Chromium does not compress. */
const countPages = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

for (const printedPage of [...pages, scansPage]) {
  test(`${printedPage.path} on paper: no text is cut off, and no page is left mostly empty`, async ({
    page,
    host,
  }) => {
    await openPage(page, host, printedPage);
    for (const sheet of sheets) {
      const { format, landscape, width, height } = sheet;
      await test.step(`${format} ${landscape ? 'landscape' : 'portrait'}`, async () => {
        await layOut(page, sheet);
        expect(await findCutTexts(page)).toEqual([]);
        expect(await findIndivisibleBoxes(page, height)).toEqual([]);
        const first = await printedPage.first(page).boundingBox();
        expect((first?.y ?? Number.NaN) + (first?.height ?? Number.NaN)).toBeLessThan(height);
        const printedHeight = await page.evaluate(() => document.body.scrollHeight);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        );
        const pdf = await page.pdf({ format, landscape });
        // Rows and charts move to the next page whole, so up to a fifth of each page may stay empty.
        expect(countPages(pdf)).toBeGreaterThan(0);
        expect(countPages(pdf)).toBeLessThanOrEqual(Math.ceil(printedHeight / (height * 0.8)));
      });
    }
  });
}

for (const printedPage of pages) {
  test(`${printedPage.path} on paper states the brand, the site and the dates, and shows no controls`, async ({
    page,
    host,
  }) => {
    await openPage(page, host, printedPage);
    await layOut(page, sheets[1]);
    const heading = page.getByRole('heading', { level: 1 });
    const header = page.locator('main header').filter({ has: heading });
    await expect(header).toContainText('northwind.example');
    const innerTextOptions = { useInnerText: true };
    await expect(header).toContainText('Northwind Outfitters', innerTextOptions);
    await expect(header).toContainText(
      /from \w+, \d+ \w+ \d{4} to \w+, \d+ \w+ \d{4}/,
      innerTextOptions,
    );
    const box = await header.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(160);
    for (const control of ['Download', 'Copy link', 'Notes', 'Search', 'Help', 'Clear all']) {
      await expect(page.getByText(control, { exact: true })).toBeHidden();
    }
    await expect(page.locator('main')).not.toContainText(
      /Point at|Select a|Enter opens/,
      innerTextOptions,
    );
    await expect(page.locator('input, select').locator('visible=true')).toHaveCount(0);
  });
}

test('scans on paper state the site and the zone of their times, and show no controls', async ({
  page,
  host,
}) => {
  await openPage(page, host, scansPage);
  await layOut(page, sheets[0]);
  await expect(page.getByRole('heading', { level: 1, name: 'northwind.example' })).toBeVisible();
  await expect(page.getByText('Times in Europe/Berlin')).toBeVisible();
  for (const control of ['Run now', 'Change where and when', 'Show older scans', 'Search'])
    await expect(page.getByText(control, { exact: true })).toBeHidden();
});

test('tables of timelines and sources repeat their headers on every page, name every row and keep rows whole', async ({
  page,
  host,
}) => {
  for (const printedPage of pages.slice(0, 5)) {
    await openPage(page, host, printedPage);
    await layOut(page, sheets[0]);
    const heads = await tableOf(page).locator('thead th').allInnerTexts();
    expect(heads.filter((text) => text.trim() !== '').length).toBeGreaterThan(3);
    const names = await tableOf(page).locator('tbody th').allInnerTexts();
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((text) => text.trim() === '')).toEqual([]);
    const styles = await tableOf(page).evaluate((element) => ({
      head: getComputedStyle(element.querySelector('thead') ?? element).display,
      rows: Array.from(
        element.querySelectorAll('tbody > tr'),
        (row) => getComputedStyle(row).breakInside,
      ),
    }));
    expect(styles.head).toBe('table-header-group');
    expect(new Set(styles.rows)).toEqual(new Set(['avoid']));
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1360, height: 900 });
  }
});

test('an opened answer is printed in full before the list', async ({ page, host }) => {
  await openPage(page, host, pages[5]);
  await page.locator('[data-answer]').nth(1).click();
  await expect(page).toHaveURL(/answer=/);
  await expect(page.getByRole('heading', { name: 'Brands named' })).toBeVisible();
  for (const sheet of sheets.slice(0, 2)) {
    await layOut(page, sheet);
    const heading = page.getByRole('heading', { name: 'Brands named' });
    await expect(heading).toBeVisible();
    const [headingBox, listBox] = [
      await heading.boundingBox(),
      await page.getByRole('list', { name: 'Answers' }).boundingBox(),
    ];
    expect(headingBox?.y ?? Number.NaN).toBeLessThan(listBox?.y ?? Number.NaN);
    expect(await findCutTexts(page)).toEqual([]);
  }
});

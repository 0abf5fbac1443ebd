import type { Page } from '@playwright/test';
import { expect, type Host, test } from './host.ts';
import { findHorizontalOverflows } from './measure.ts';
import { beginSession, openSite } from './navigation.ts';

const plotOf = (page: Page) => page.getByRole('slider', { name: /scan by scan$/ });
const bandOf = (page: Page) => page.locator('[data-band]');

/** Opens the sample's timeline and moves the mouse over the plot, ready to drag. */
async function enterPlot(page: Page, host: Host, search = '?range=30d') {
  await beginSession(page, host);
  await openSite(page, host, `${search}&view=lines`);
  const plot = plotOf(page);
  await plot.scrollIntoViewIfNeeded();
  const moveTo = async (share: number) => {
    const box = await plot.boundingBox();
    if (!box) throw new Error('The plot is not drawn.');
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 4 });
  };
  await moveTo(0.25);
  // The cursor changes once dragging works.
  await expect(plot).toHaveCSS('cursor', 'crosshair');
  return { plot, moveTo };
}

test('dragging across the plot narrows the dates, and Back shows them all again', async ({
  page,
  host,
}) => {
  const { plot, moveTo } = await enterPlot(page, host, '?dates=all');
  const scanCount = Number(await plot.getAttribute('aria-valuemax'));
  await page.mouse.down();
  await moveTo(0.75);
  await expect(bandOf(page)).toBeVisible();
  await expect(page.getByText(/\d \w+( \d{4})? – \d+ \w+ \d{4} UTC days$/)).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/startDate=\d{4}-\d\d-\d\d&endDate=\d{4}-\d\d-\d\d&view=lines$/);
  const { searchParams } = new URL(page.url());
  const length =
    (Date.parse(searchParams.get('endDate') ?? '') -
      Date.parse(searchParams.get('startDate') ?? '')) /
    86_400_000;
  expect(Math.abs(length - scanCount / 2)).toBeLessThan(4);
  await expect(page.getByText(/^Northwind Outfitters, average of \d+ scans$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all dates' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/Date=/);
  await expect(plot).toHaveAttribute('aria-valuemax', String(scanCount));
});

test('Escape cancels a drag, and a drag of only a few pixels opens the scan', async ({
  page,
  host,
}) => {
  const { moveTo } = await enterPlot(page, host);
  await page.mouse.down();
  await moveTo(0.5);
  await expect(bandOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bandOf(page)).toHaveCount(0);
  await page.mouse.up();
  await expect(page).not.toHaveURL(/Date=|scan=/);
  await page.mouse.down();
  await moveTo(0.505);
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Scan' })).toBeVisible();
  await expect(page).not.toHaveURL(/Date=/);
});

test('a drag that ends outside the plot selects up to the end of the plot', async ({
  page,
  host,
}) => {
  const { moveTo } = await enterPlot(page, host, '?range=90d');
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  await page.mouse.down();
  await moveTo(1.1);
  await page.mouse.up();
  await expect(page).toHaveURL(/startDate=/);
  await expect(page).not.toHaveURL(/range=/);
  const end = new URL(page.url()).searchParams.get('endDate') ?? '';
  expect(Date.parse(today) - Date.parse(end)).toBeLessThan(3 * 86_400_000);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 }, hasTouch: true });

  test('small multiples fit the width, and tapping a name opens its line', async ({
    page,
    host,
  }) => {
    await beginSession(page, host);
    await openSite(page, host, '?range=90d');
    const charts = page.getByRole('list', { name: /one chart per series$/ }).getByRole('button');
    await expect(charts).toHaveCount(8);
    expect(await findHorizontalOverflows(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(375);
    await charts.nth(3).tap();
    await expect(plotOf(page)).toBeVisible();
    await expect(page).toHaveURL(/show=/);
  });
});

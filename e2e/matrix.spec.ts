import type { Page, Route } from '@playwright/test';
import { isSoak } from '../tests/setup/soak.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;

/** Opens the sample site's matrix and waits until every cell has loaded. */
async function openMatrix(page: Page, host: Host, search = '?range=30d'): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/matrix${search}`);
  const cells = page.getByRole('gridcell');
  await expect(cells).toHaveCount(55);
  await expect(cells.filter({ hasText: 'Loading' })).toHaveCount(0);
}

for (const width of [1360, 320, ...(isSoak ? [375] : [])]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const search of ['?range=30d', '?compare=none']) {
      test(`the matrix ${search} is accessible, and only the table scrolls sideways`, async ({
        page,
        host,
      }) => {
        await openMatrix(page, host, search);
        await expectAccessible(page);
      });
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a matrix of sentiments is legible in the ${colorScheme} scheme`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme });
    await openMatrix(page, host, '?metric=sentiment&range=30d');
    await expect(page.locator('td[data-side="above"]').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('the corner shows the value and the verdict of the timeline’s headline', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openMatrix(page, host);
  const corner = page.getByRole('gridcell').last();
  await expect(corner).toContainText('real');
  const [, mean = '', change = ''] =
    /^(\d+\.\d%)(\+\d+\.\d\spt)/.exec((await corner.textContent()) ?? '') ?? [];
  await corner.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/timeline\?range=30d$/);
  const figures = page.getByRole('definition');
  await expect(figures.nth(0)).toHaveText(mean);
  await expect(figures.nth(1)).toHaveText(change);
  await expect(figures.nth(2)).toContainText('more than the usual scatter');
});

test('a click on the lowest cell’s name shows where the cell is', async ({ page, host }) => {
  await openMatrix(page, host);
  const button = page.getByRole('button', { name: /^lowest: / });
  const name = (await button.textContent())?.replace('lowest: ', '') ?? '';
  await expect(button.getByText(name)).toHaveCSS('text-decoration-line', 'underline');
  await button.click();
  const link = page.getByRole('gridcell').getByRole('link').and(page.locator(':focus'));
  await expect(link).toBeInViewport();
  await expect(link).toHaveCSS('outline-style', 'solid');
  const [platform = ''] = name.split(' in ');
  await expect(page.getByRole('row').filter({ has: link })).toContainText(platform);
});

test('arrow keys move between cells, and Enter opens a timeline with the same mean', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openMatrix(page, host);
  await page.getByRole('gridcell').first().getByRole('link').first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const cell = page
    .getByRole('row', { name: /^ChatGPT API/ })
    .getByRole('gridcell')
    .nth(1);
  await expect(cell.getByRole('link').first()).toBeFocused();
  const [mean = ''] = /^\d+\.\d%/.exec((await cell.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/timeline\?.*platform=chatgpt_api/);
  await expect(page.getByRole('definition').filter({ hasText: mean }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/matrix\?range=30d$/);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('links to the answers of cells are at least 24 px high and wide', async ({ page, host }) => {
    await openMatrix(page, host);
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true);
    const link = page
      .getByRole('gridcell')
      .first()
      .getByRole('link', { name: /^Read the/ });
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(24);
    expect(box?.width).toBeGreaterThanOrEqual(24);
  });
});

test('in forced colours, only the current tab is marked', async ({ page, host }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openMatrix(page, host);
  const colours = await page
    .getByRole('navigation', { name: 'Pages of this site' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        isCurrent: link.hasAttribute('aria-current'),
        border: getComputedStyle(link).borderBottomColor,
        background: getComputedStyle(document.body).backgroundColor,
      })),
    );
  expect(colours.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  for (const { isCurrent, border, background } of colours) {
    expect(border === background).toBe(!isCurrent);
  }
});

test('on a phone the platforms stay in view while the regions scroll', async ({ page, host }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openMatrix(page, host);
  const header = page.getByRole('rowheader', { name: 'Claude API' });
  const before = await header.boundingBox();
  await page.getByRole('gridcell').nth(4).getByRole('link').first().focus();
  await expect(page.getByRole('gridcell').nth(4)).toBeInViewport({ ratio: 0.9 });
  expect((await header.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0);
});

test('switching tabs keeps the metric and the dates', { tag: '@walk' }, async ({ page, host }) => {
  await openMatrix(page, host, '?metric=sentiment&range=30d');
  const tabs = page.getByRole('navigation', { name: 'Pages of this site' });
  await tabs.getByRole('link', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(/\/timeline\?metric=sentiment&range=30d$/);
  await tabs.getByRole('link', { name: 'Matrix' }).click();
  await expect(page).toHaveURL(/\/matrix\?metric=sentiment&range=30d$/);
});

test('a printed matrix shows the column of all regions, but not the navigation', async ({
  page,
  host,
}) => {
  await openMatrix(page, host);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('columnheader', { name: 'All regions' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages of this site' })).toBeHidden();
});

test('no row of the matrix grows when it turns out that the periods were measured differently', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const held: Route[] = [];
  await page.route('**/sightline/v1/sites/*/scans?*', (route) => void held.push(route));
  await openMatrix(page, host, '?range=90d&compare=previous');
  const grid = page.getByRole('grid');
  const readHeights = () =>
    grid
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  await expect(grid.getByRole('link', { name: / pt/ }).first()).toBeVisible();
  const before = await readHeights();
  for (const route of held) await route.continue();
  await expect(grid.getByRole('link', { name: /Measured differently/ }).first()).toBeVisible();
  const after = await readHeights();
  expect(after.filter((height, row) => height > (before[row] ?? 0))).toEqual([]);
});

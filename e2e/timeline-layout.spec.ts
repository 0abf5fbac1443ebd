import type { Locator, Page } from '@playwright/test';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite } from './navigation.ts';

/** The edges of an element in the window, in pixels. */
async function measureEdges(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

const openTimeline = async (page: Page, host: Host, search = '') => {
  await beginSession(page, host);
  await openSite(page, host, search);
  await expect(page.getByRole('table', { name: /as a table$/ })).toBeVisible();
};

test.describe('on paper', () => {
  /** Widths and heights in pixels within margins of 12 mm, at 96 pixels per inch. */
  const sheets = [
    ['A4', 'landscape', 1031, 702],
    ['A4', 'portrait', 702, 1031],
    ['Letter', 'landscape', 965, 725],
  ] as const;

  for (const [format, orientation, width, height] of sheets) {
    test(`${format} in ${orientation}: the chart fits on the first page, and headings and a table caption are printed`, async ({
      page,
      host,
    }) => {
      await openTimeline(page, host, '?view=lines');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      const plot = await measureEdges(page.locator('figure svg.recharts-surface'));
      expect(plot.bottom).toBeLessThan(height);
      expect(plot.right).toBeLessThanOrEqual(width);
      const title = page.getByRole('heading', { name: 'Visibility by brand' });
      await expect(title).toHaveText('Northwind Outfitters and others · Visibility by brand');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('caption')).toBeVisible();
    });
  }

  test('a printed page shows absolute dates and the report, but no relative times or controls', async ({
    page,
    host,
  }) => {
    await openTimeline(page, host, '?platform=chatgpt_app&dates=all');
    await page.getByRole('rowheader').first().getByRole('button').click();
    await page.emulateMedia({ media: 'print' });
    const expectSheet = expect(page.locator('body'));
    const innerTextOptions = { useInnerText: true };
    await expectSheet.toContainText(
      /last in view completed \w+, \d+ \w+ \d{4}, \d\d:\d\d \(Berlin, UTC[+\d]+\)/,
      innerTextOptions,
    );
    await expectSheet.not.toContainText(/\b(?:ago|yesterday|now)\b/, innerTextOptions);
    for (const printed of ['Northwind Outfitters', 'Change since the previous scan', 'ChatGPT']) {
      await expectSheet.toContainText(printed, innerTextOptions);
    }
    await expect(page.getByRole('table', { name: /^Every point of/ })).toBeVisible();
    for (const control of ['Notes', 'Copy link', 'Download', 'In chart', 'Skip to chart']) {
      await expect(page.getByText(control, { exact: true })).toBeHidden();
    }
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });

  test('a printed client shows when it was scanned, without a relative time', async ({
    page,
    host,
  }) => {
    await beginSession(page, host);
    await page.goto(`${host.url}/clients`);
    const scanned = page.locator('time').first();
    await expect(scanned).not.toHaveText(/\d{4}|Scanned/);
    await page.emulateMedia({ media: 'print' });
    await expect(scanned).toHaveCSS('font-size', '0px');
    const printed = await scanned.evaluate((time) => getComputedStyle(time, '::after').content);
    expect(printed).toMatch(/^"Scanned .*\d{4}, \d\d:\d\d"$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  for (const { search, figures } of [
    {
      search: '?dates=all',
      figures: [/, latest scan$/, /^since the previous scan$/, /^median of/, /measured$/],
    },
    {
      search: '?groupBy=platform&range=7d&compare=none',
      figures: [/highest at the latest scan: /, /^lowest: .* below the highest$/],
    },
  ]) {
    test(`the figures fit on the first screen below a one-row header, for the query "${search}"`, async ({
      page,
      host,
    }) => {
      await openTimeline(page, host, search);
      for (const name of figures) {
        await expect(page.getByText(name)).toBeVisible();
        const { bottom } = await measureEdges(page.getByText(name));
        expect(bottom).toBeLessThan(667);
      }
      const header = page.getByRole('banner').first();
      const controlBoxes = await header
        .getByRole('link')
        .or(header.getByRole('button'))
        .filter({ visible: true })
        .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect()));
      const lowestTop = Math.max(...controlBoxes.map(({ top }) => top));
      expect(lowestTop).toBeLessThan(Math.min(...controlBoxes.map(({ bottom }) => bottom)));
    });
  }

  test('the first screen shows the change from the previous period', { tag: '@walk' }, async ({
    page,
    host,
  }) => {
    await openTimeline(page, host, '?range=7d');
    for (const text of [/^Northwind Outfitters, average of \d+ scans$/, /^compared with \d/]) {
      const { bottom } = await measureEdges(page.getByText(text));
      expect(bottom).toBeLessThan(667);
    }
    const verdict = page.getByRole('definition').filter({ hasText: /scatter|scans to tell/ });
    expect((await measureEdges(verdict)).bottom).toBeLessThan(667);
  });

  for (const height of [667, 800]) {
    test(`the first ${height} px show the headline, its verdict and the top of the chart`, async ({
      page,
      host,
    }) => {
      await page.setViewportSize({ width: 375, height });
      await openTimeline(page, host);
      const headline = page.getByText(/^Northwind Outfitters, average of \d+ scans$/);
      const verdict = page.getByRole('definition').filter({ hasText: /scatter|scans to tell/ });
      const chartTitle = page.getByRole('heading', { name: 'Visibility by brand' });
      for (const element of [headline, verdict.first(), chartTitle]) {
        expect((await measureEdges(element)).bottom).toBeLessThan(height);
      }
      expect((await measureEdges(page.getByText('What moved').first())).top).toBeGreaterThan(
        (await measureEdges(page.getByRole('slider'))).bottom,
      );
    });
  }

  test('the time zone and the actions are in a menu, and work there', { tag: '@walk' }, async ({
    page,
    host,
  }) => {
    await openTimeline(page, host);
    const zone = page.getByLabel('Time zone');
    await expect(zone).toBeHidden();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await zone.fill('Pacific/Auckland');
    await zone.press('Enter');
    await expect(page.getByText(/Times in Pacific\/Auckland/)).toBeVisible();
    await page.getByRole('button', { name: 'Notes' }).click();
    await expect(page.getByRole('dialog', { name: 'Recommendations' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zone).toBeHidden();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Recommendations' })).toBeVisible();
  });

  test('names and latest values stay in view while the table scrolls sideways', async ({
    page,
    host,
  }) => {
    await openTimeline(page, host, '?groupBy=platform');
    const rows = page.getByRole('table', { name: /as a table$/ }).locator('tbody > tr');
    const pinnedCells = [rows.first().locator('th'), rows.first().locator('td').first()];
    const before = await Promise.all(pinnedCells.map(measureEdges));
    const change = rows.first().locator('td').nth(1);
    const { left } = await measureEdges(change);
    const scroller = page.getByRole('region', { name: 'Table' });
    await scroller.evaluate((element) => element.scrollBy({ left: 120 }));
    await expect.poll(async () => (await measureEdges(change)).left).toBe(left - 120);
    const after = await Promise.all(pinnedCells.map(measureEdges));
    expect(after.map((edges) => edges.left)).toEqual(before.map((edges) => edges.left));
    expect(after[1]?.left).toBeGreaterThanOrEqual((after[0]?.right ?? 0) - 1);
    expect(after[1]?.right).toBeLessThan(375);
  });
});

test.describe('1280 px wide', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('the header is one line, and opens the rest on demand', async ({ page, host }) => {
    await openTimeline(page, host);
    const header = page.locator('main header');
    const name = page.getByRole('heading', { level: 1 });
    const basis = page.getByText(/^Last scan .* · based on [\d,]+ answers/);
    await expect(basis).toBeVisible();
    expect((await header.first().boundingBox())?.height).toBeLessThan(40);
    const [nameEdges, basisEdges] = await Promise.all([name, basis].map(measureEdges));
    expect(basisEdges?.left).toBeGreaterThan(nameEdges?.right ?? Number.POSITIVE_INFINITY);
    await page.getByRole('button', { name: 'About these figures' }).click();
    const details = page.getByRole('dialog', { name: 'About these figures' });
    await expect(details.getByText(/^last completed/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'About these figures' })).toBeFocused();
  });

  for (const groupBy of ['brand', 'platform', 'region', 'prompt']) {
    test(`the controls are in one row, grouped by ${groupBy}`, async ({ page, host }) => {
      await openTimeline(page, host, `?groupBy=${groupBy}`);
      const row = page.getByRole('group', { name: 'Metric' }).locator('xpath=..');
      const bottoms = await row
        .locator(':scope > *')
        .evaluateAll((controls) =>
          controls.map((control) => Math.round(control.getBoundingClientRect().bottom)),
        );
      expect(bottoms.length).toBeGreaterThanOrEqual(4);
      expect(new Set(bottoms).size).toBe(1);
    });
  }
});

test('numbers have tabular figures, but names and words beside them do not', async ({
  page,
  host,
}) => {
  await openTimeline(page, host, '?range=7d');
  const row = page
    .getByRole('table', { name: /as a table$/ })
    .locator('tbody > tr')
    .first();
  const share = page.getByRole('definition').filter({ hasText: /^[\d.]+%$/ });
  for (const number of [row.getByRole('cell', { name: /^[\d.]+%$/ }).first(), share.first()]) {
    await expect(number).toHaveCSS('font-variant-numeric', 'tabular-nums');
  }
  const words = page.getByRole('definition').filter({ hasText: /scatter|scans to tell/ });
  for (const name of [row.getByRole('rowheader'), words.first()]) {
    await expect(name).toHaveCSS('font-variant-numeric', 'normal');
  }
});

test('the skip link comes within 12 presses of Tab and leads to the chart', async ({
  page,
  host,
}) => {
  await openTimeline(page, host);
  const skipLink = page.getByRole('link', { name: 'Skip to chart' });
  const isAt = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);
  let presses = 0;
  do {
    await page.keyboard.press('Tab');
    presses += 1;
  } while (presses < 12 && !(await isAt(skipLink)));
  await expect(skipLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '1');
});

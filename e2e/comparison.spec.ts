import { addDays } from '../src/contract/dates/days.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';
import { fetchReport } from './report.ts';

test('choosing the last 30 days shows the changes from an earlier period', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  await openSite(page, host, '?dates=all&view=lines');
  await page.getByRole('button', { name: /^All dates/ }).click();
  // Clicks the text, as people do, and not the circle beside it. This chooses the range and closes the dialog.
  await page.getByText('Last 30 days', { exact: true }).click({ position: { x: 60, y: 8 } });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const figures = page.getByRole('definition');
  await expect(figures.filter({ hasText: /^[+−]\d+\.\d\spt$/ }).first()).toBeVisible();
  await expect(page.getByText(/^Northwind Outfitters, average of \d+ scans$/)).toBeVisible();
  await expect(page.getByText(/more than the usual scatter$/).first()).toBeVisible();
  await expect(page.getByText(/ · Dotted lines: .+, for the clear lines/)).toBeVisible();
});

test('one click sorts by the largest gain, and the order survives a reload', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openSite(page, host, '?range=30d');
  const readChanges = async () => {
    const cells = await page.getByRole('row').locator('td:nth-child(4)').allTextContents();
    return cells.map((text) => Number.parseFloat(text.replace('−', '-')));
  };
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const expectSorted = () =>
    expect(page.getByRole('columnheader', { name: 'Change' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  await expectSorted();
  await expect(page).toHaveURL(/sort=change/);
  const sorted = await readChanges();
  expect(sorted.length).toBeGreaterThan(4);
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
  await page.reload();
  await expectSorted();
  expect(await readChanges()).toEqual(sorted);
});

test('a platform in “What moved” links to the table by platform, which shows the same change', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openSite(page, host, '?range=30d');
  const links = page.getByRole('region', { name: 'What moved' }).getByRole('link');
  const link = links.filter({ hasText: /^On / }).first();
  const [, platform, size] =
    /^On ([^,]+), .+: (?:up|down) (.+)$/.exec((await link.textContent()) ?? '') ?? [];
  await link.click();
  await expect(page).toHaveURL(/groupBy=platform/);
  const row = page
    .getByRole('row')
    .filter({ hasText: `${platform}` })
    .first();
  await expect(row).toContainText(`${size}: more than the usual scatter`);
});

test('a link to a platform in a region opens the matrix, which shows the same change without requesting a report', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openSite(page, host, '?range=30d');
  const moved = page.getByRole('region', { name: 'What moved' });
  const link = moved
    .getByRole('link')
    .filter({ hasText: /^[^“]+ in .+, / })
    .first();
  const [, platform, size] =
    /^(.+) in .+: (?:up|down) (.+)$/.exec((await link.textContent()) ?? '') ?? [];
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await link.click();
  await expect(page).toHaveURL(/\/matrix\?range=30d$/);
  const row = page.getByRole('row').filter({ has: page.getByText(`${platform}`, { exact: true }) });
  const cell = row.getByRole('gridcell').filter({ hasText: `${size}` });
  await expect(cell.first()).toContainText('real');
  expect(calls.filter((url) => url.includes('/reports/'))).toEqual([]);
});

for (const width of [1360, 320]) {
  test(`a comparison is accessible at ${width} px`, async ({ page, request, host }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await beginSession(page, host);
    const { series } = await fetchReport(request, host, sampleSite.siteId, { groupBy: 'platform' });
    const addedPlatform = series.find(({ key }) => key === 'google_ai_mode_app');
    const addedDay = addedPlatform?.points.find(({ value }) => value !== null)?.date ?? '';
    /** A search that compares the last 30 days with 30 that begin `days` days after the new platform's first scan. */
    const comparisonSearchFrom = (days: number) =>
      `?range=30d&compare=custom&compareStart=${addDays(addedDay, days)}&compareEnd=${addDays(addedDay, days + 29)}`;
    // Austria was added 40 days before the platform, and some platforms changed their models in between.
    const changedSearch = comparisonSearchFrom(-64);
    const searches = ['?range=30d', '?range=30d&groupBy=platform', changedSearch];
    for (const search of [...searches, comparisonSearchFrom(2)]) {
      await openSite(page, host, search);
      const moved = page.getByRole('region', { name: 'What moved' });
      await expect(
        search === changedSearch
          ? page
              .getByText(
                /^Measured differently since .*Google AI Mode added, after \d+ earlier changes$/,
              )
              .first()
          : moved.getByRole('link').first(),
      ).toBeVisible();
      await expect(page.getByRole('table', { name: /as a table$/ })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

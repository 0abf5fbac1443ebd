import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { isSoak } from '../tests/setup/soak.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { readLayoutShifts } from './layout-shifts.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;

/** Opens the sample site's sources and waits for the domains. */
async function openSources(page: Page, host: Host, search = '?range=30d'): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/sources${search}`);
  await expect(page.getByRole('table', { name: 'Domains' })).toBeVisible();
}

for (const width of [1360, 320, ...(isSoak ? [375] : [])]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const search of ['?range=30d', '?list=citedNotNamed', '?list=withoutBrand']) {
      test(`the sources ${search} are accessible, and only the table scrolls sideways`, async ({
        page,
        host,
      }) => {
        await openSources(page, host, search);
        await expectAccessible(page);
      });
    }

    test('the panel of a domain is accessible', async ({ page, host }) => {
      await openSources(page, host, '?range=30d&domain=northwind.example');
      const drawer = page.getByRole('dialog', { name: 'northwind.example' });
      await expect(drawer.getByText(/Cited by [\d,]+ of [\d,]+\sanswers/).first()).toBeVisible();
      await expectAccessible(page);
    });

    test('nothing shifts when the comparison of the domains arrives late', async ({
      page,
      host,
    }) => {
      const held = Promise.withResolvers<void>();
      await page.route('**/reports/domains?*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await openSources(page, host);
      await expect(page.getByText('Comparing domains…')).toBeVisible();
      await waitForPaint(page);
      held.resolve();
      await expect(page.getByText('Comparing domains…')).toHaveCount(0);
      await expect(page.getByText(/verdicts are exploratory/)).toBeVisible();
      await waitForPaint(page);
      const shifts = await readLayoutShifts(page);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, shifts.map(({ moves }) => moves).join('\n')).toBeLessThanOrEqual(0.01);
    });

    test('the recommendations are accessible, and so is one with its notes', async ({
      page,
      host,
    }) => {
      await beginSession(page, host);
      await openSite(page, host, '?recommendation=5a3b1e00-4ec0-4000-8000-000001001001');
      const drawer = page.getByRole('dialog', { name: 'Recommendations' });
      await expect(drawer.getByLabel('New note')).toBeVisible();
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'All recommendations' }).click();
      await expect(drawer.getByRole('listitem').first()).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('a note for the team is kept after a reload, changed and deleted', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  await openSite(page, host);
  await page.getByRole('button', { name: 'Notes' }).click();
  const drawer = page.getByRole('dialog', { name: 'Recommendations' });
  await drawer.getByRole('listitem').last().getByRole('button').click();
  await expect(drawer.getByRole('radio', { name: 'The team' })).toBeChecked();
  await drawer.getByLabel('New note').fill('Seen by the content team.');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByText('The note was added.')).toBeVisible();
  await expect(drawer.getByRole('listitem').first()).toContainText('For the team');
  await page.reload();
  await expect(drawer.getByText('Seen by the content team.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Edit “Seen by the content team.”' }).click();
  await drawer.getByRole('textbox', { name: 'Note', exact: true }).fill('Seen by everybody.');
  await drawer.getByRole('radio', { name: 'The client too' }).last().check({ force: true });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('The note was changed.')).toBeVisible();
  await expect(drawer.getByRole('listitem').first()).toContainText('For the client too');
  await drawer.getByRole('button', { name: 'All recommendations' }).click();
  await expect(drawer.getByRole('listitem').last()).toContainText(/3\snotes/);
  await drawer.getByRole('listitem').last().getByRole('button').click();
  await drawer.getByRole('button', { name: 'Delete “Seen by everybody.”' }).click();
  await drawer.getByRole('button', { name: 'Delete the note' }).click();
  await expect(drawer.getByText('The note was deleted.')).toBeVisible();
  await expect(drawer.getByText('Seen by everybody.')).toHaveCount(0);
});

test('tabs keep the dates, and going back restores the list and its order', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openSources(page, host);
  await page.getByRole('radio', { name: 'Cited, not named' }).check({ force: true });
  await expect(page).toHaveURL(/list=citedNotNamed/);
  await page.getByRole('button', { name: 'Does not name the brand' }).click();
  await expect(page).toHaveURL(/order=without/);
  const tabs = page.getByRole('navigation', { name: 'Pages of this site' });
  await tabs.getByRole('link', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(/\/timeline\?range=30d$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sources\?range=30d&list=citedNotNamed&order=without$/);
  await expect(page.getByRole('columnheader', { name: 'Does not name the brand' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('each domain has a verdict on its change, and the most cited without the brand leads to its answers', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openSources(page, host);
  const table = page.getByRole('table', { name: 'Domains' });
  await expect(page.getByRole('combobox', { name: 'Compare' })).toHaveValue('previous');
  const rows = table.getByRole('rowheader');
  const verdicts = table.getByText(/^(Within|Up|Down|Measured differently|No change)/);
  await expect(verdicts).toHaveCount(await rows.count());
  await page.getByRole('radio', { name: 'Without the brand', exact: true }).check({ force: true });
  await expect(page).toHaveURL(/list=withoutBrand$/);
  const domain = (await rows.first().textContent()) ?? '';
  const link = table.getByRole('link').first();
  const [count = ''] = ((await link.textContent()) ?? '').split(' ');
  await link.click();
  await expect(page).toHaveURL(/\/answers\?/);
  await expect(page.getByText(new RegExp(`^${count}\\sanswers do not name`))).toContainText(domain);
});

test('the CSV file lists the domains shown on the page', async ({ page, host }) => {
  await openSources(page, host);
  const domains = page.getByRole('table', { name: 'Domains' }).getByRole('rowheader');
  const shownDomains = await domains.allTextContents();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('button', { name: /CSV/ }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^northwind\.example sources .*\.csv$/);
  const [header = '', ...rows] = (await readFile(await download.path(), 'utf8'))
    .trim()
    .split('\r\n');
  const column = header.slice(1).split(',').indexOf('domain');
  const writtenDomains = new Set(rows.map((row) => row.split(',')[column]));
  expect([...writtenDomains]).toEqual(shownDomains);
});

test('on a phone the domains stay in view while their figures scroll', async ({ page, host }) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await openSources(page, host);
  const row = page.getByRole('row').nth(1);
  const before = await row.getByRole('rowheader').boundingBox();
  await row.getByRole('cell').last().scrollIntoViewIfNeeded();
  await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 0.6 });
  expect((await row.getByRole('rowheader').boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0);
});

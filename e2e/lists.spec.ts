import { expect, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

test('a visitor who follows a link and signs in with a sample key reaches the linked page', {
  tag: '@walk',
}, async ({ page, host }) => {
  await page.goto(`${host.url}/clients/${sampleSite.clientId}/sites`);
  await expect(page.getByRole('status')).toHaveText(
    'After you sign in, this link opens a client’s sites.',
  );
  await page.getByRole('button', { name: 'sample-client' }).click();
  await expect(page.getByRole('heading', { name: 'Northwind Group', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'sample-agency' })).toBeVisible();
});

test('a read-only sample key gets a message instead of the field for a new note', {
  tag: '@walk',
}, async ({ page, host }) => {
  await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline`);
  await page.getByRole('button', { name: 'sample-readonly' }).click();
  await page.getByRole('button', { name: 'Notes' }).click();
  const notes = page.getByRole('dialog', { name: 'Recommendations' });
  await expect(notes.getByRole('alert')).toContainText('This key cannot add notes.');
  await expect(notes.getByLabel('New note')).toHaveCount(0);
});

test('a client can be found and opened with the keyboard alone', { tag: '@walk' }, async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await page.goto(`${host.url}/clients`);
  await expect(page.getByRole('link', { name: 'Northwind Group' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('group northw');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Northwind Group', level: 1 })).toBeVisible();
});

test('search opens the client list from a timeline, and a figure in the list opens the timeline of its site', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  await openSite(page, host);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('clients');
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('option', { selected: true })).toContainText('Clients');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /^Northwind Group/ });
  await row.getByRole('link', { name: /visibility of/ }).click();
  await expect(page).toHaveURL(/\/timeline\?.*range=30d$/);
  await expect(page.getByRole('heading', { name: sampleSite.name, level: 1 })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the edge of the selected segment has a contrast of at least 3:1 against its track in the ${colorScheme} colour scheme`, async ({
    page,
    host,
  }) => {
    await page.emulateMedia({ colorScheme });
    await beginSession(page, host);
    await openSite(page, host);
    const contrast = await page
      .getByRole('radio', { name: 'Visibility' })
      .locator('..')
      .evaluate((segment) => {
        const channelsOf = (text: string) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
        const luminanceOf = (text: string) => {
          const [red = 0, green = 0, blue = 0] = channelsOf(text).map((channel) => {
            const share = channel / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const edge = luminanceOf(getComputedStyle(segment).boxShadow);
        const track = luminanceOf(
          getComputedStyle(segment.parentElement ?? segment).backgroundColor,
        );
        return (Math.max(edge, track) + 0.05) / (Math.min(edge, track) + 0.05);
      });
    expect(contrast).toBeGreaterThanOrEqual(3);
  });
}

test('the line beside the filters is as tall as the window, scrolled or not', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openSite(page, host);
  const measureLine = () =>
    page.getByRole('complementary', { name: 'Filters' }).evaluate(({ parentElement }) => {
      const style = getComputedStyle(parentElement ?? document.body, '::before');
      return { height: Number.parseFloat(style.height), width: style.borderLeftWidth };
    });
  await expect(page.locator('#timeline-table')).toBeVisible();
  expect(await measureLine()).toEqual({ height: 900, width: '1px' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await measureLine()).toEqual({ height: 900, width: '1px' });
});

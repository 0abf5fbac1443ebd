import type { Page } from '@playwright/test';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

const { siteId, name } = sampleSite;

async function openTimeline(page: Page, host: Host): Promise<void> {
  await beginSession(page, host);
  await openSite(page, host);
  await expect(page.locator('#timeline-table')).toBeVisible();
}

async function openPage(page: Page, host: Host, path: string): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/${path}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Clicks a part of the page without controls. */
const clickBesideControls = (page: Page) => page.getByRole('heading', { level: 1 }).click();

test('a panel opens on its first field or its title, and returns the focus however it closes', {
  tag: '@walk',
}, async ({ page, host }) => {
  await openTimeline(page, host);
  const dialog = page.getByRole('dialog');
  const close = {
    escape: () => page.keyboard.press('Escape'),
    button: () => dialog.getByRole('button', { name: 'Close' }).click(),
    outside: () => page.mouse.click(5, 5),
  };
  for (const [opener, focused] of [
    ['Share', dialog.getByLabel('Title')],
    ['Notes', dialog.getByRole('heading', { name: 'Recommendations' })],
    ['Help', dialog.getByRole('heading', { name: 'Help' })],
    ['Search', dialog.getByRole('combobox')],
  ] as const) {
    const button = page.getByRole('button', { name: opener, exact: true });
    for (const [way, act] of Object.entries(close)) {
      if (opener === 'Search' && way === 'button') continue;
      await button.click();
      await expect(focused, opener).toBeFocused();
      await act();
      await expect(dialog).toHaveCount(0);
      await expect(button, `${opener}, closed by ${way}`).toBeFocused();
    }
  }
});

test('the panel of a scan opens on its title, and returns the focus however it closes', async ({
  page,
  host,
}) => {
  await openPage(page, host, 'scans');
  const scans = page.getByRole('region', { name: 'All scans' });
  const opener = scans.getByRole('listitem').nth(2).getByRole('button');
  const dialog = page.getByRole('dialog', { name: /^Scan of/ });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await opener.press('Enter');
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('a drawer opened from a menu returns the focus to the button of the menu every time', async ({
  page,
  host,
}) => {
  await openTimeline(page, host);
  const button = page.getByRole('button', { name: 'Download', exact: true });
  const drawer = page.getByRole('dialog', { name: 'Feed for spreadsheets' });
  // The first time, the drawer's code is loaded; from then on, the drawer opens at once.
  for (const _ of [1, 2]) {
    await button.click();
    await page.getByRole('button', { name: 'Feed for spreadsheets' }).click();
    await expect(drawer.getByLabel('Works for')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
});

test('a popup opens on its chosen option or its field, and a click beside it returns the focus', async ({
  page,
  host,
}) => {
  await openPage(page, host, 'report');
  const dialog = page.getByRole('dialog');
  for (const [opener, focused] of [
    [page.getByRole('button', { name: /UTC days$/ }), dialog.getByLabel('Last 30 days')],
    [page.getByRole('button', { name: 'Introduction' }), dialog.getByLabel('Introduction')],
    [
      page.getByRole('button', { name: 'Sections' }),
      dialog.getByRole('checkbox', { name: 'Headline' }),
    ],
  ] as const) {
    await opener.click();
    await expect(focused).toBeFocused();
    await clickBesideControls(page);
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

for (const path of ['timeline', 'matrix', 'answers', 'sources', 'report']) {
  test(`“Skip filters” on the page ${path} leads to the controls after the filters`, async ({
    page,
    host,
  }) => {
    await openPage(page, host, path);
    const first = page.getByRole('button', { name: 'About these figures' });
    await first.waitFor();
    await page.getByRole('link', { name: 'Skip filters' }).press('Enter');
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('the menu opens on its first button, and the focus returns to “More”', async ({
    page,
    host,
  }) => {
    await openTimeline(page, host);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.press('Enter');
    await expect(page.getByRole('button', { name: 'Notes' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await clickBesideControls(page);
    await expect(more).toBeFocused();
    for (const [opener, title] of [
      ['Share', 'Share'],
      ['Notes', 'Recommendations'],
    ] as const) {
      await more.press('Enter');
      await page.getByRole('button', { name: opener, exact: true }).press('Enter');
      // A field would open the keyboard on the screen.
      const heading = page.getByRole('dialog').getByRole('heading', { name: title, exact: true });
      await expect(heading).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(more).toBeFocused();
    }
  });
});

test('at 320 px, every link and button of the header can be seen and used', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openTimeline(page, host);
  const header = page.getByRole('banner');
  for (const link of ['Sightline', 'Clients', 'Northwind Group']) {
    const box = await header.getByRole('link', { name: link }).boundingBox();
    expect(box?.width, link).toBeGreaterThanOrEqual(20);
  }
  await header.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
});

test('in forced colours, the chosen result of a search and the open answer are outlined', async ({
  page,
  host,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, host, 'answers?range=30d');
  const rows = page.locator('[data-chosen]').filter({ has: page.locator('[aria-current]') });
  await expect(rows).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Control+k');
  const results = page.getByRole('dialog', { name: 'Search' });
  const outlined = (selected: boolean) => results.getByRole('option', { selected }).first();
  await expect(outlined(true)).toHaveCSS('outline-style', 'solid');
  await expect(outlined(false)).toHaveCSS('outline-style', 'none');
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { readLayoutShifts } from './layout-shifts.ts';
import { waitForPaint } from './measure.ts';
import { beginSession, sampleSite, submitKey } from './navigation.ts';

const { siteId } = sampleSite;

async function openSetup(page: Page, host: Host): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/setup`);
  await expect(page.getByRole('heading', { name: 'Competitors' })).toBeVisible();
}

test('a client with competitors and questions is set up from sign-in @walk', async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await submitKey(page, 'sample-agency');
  await page.getByRole('link', { name: 'New client' }).click();
  const client = page.getByRole('region', { name: 'Client' });
  await client.getByLabel('Name', { exact: true }).fill('Alder & Pike');
  await client.getByLabel('Website').fill('https://alderpike.example');
  for (const [at, name] of ['Oakwell', 'Linden', 'Birch & Sons'].entries()) {
    const row = page.getByRole('group', { name: `Competitor ${at + 1}` });
    await row.getByLabel('Name').fill(name);
  }
  const questions = Array.from(
    { length: 20 },
    (_, at) => `Which paint is best for wall ${at + 1}?`,
  );
  await page.getByLabel('Add questions').fill(questions.join('\n'));
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page).toHaveURL(/\/sites\/[^/]+\/setup/);

  await expect(page.getByRole('heading', { name: '20 questions' })).toBeVisible();
  await expect(page.getByLabel('Brand name')).toHaveValue('Alder & Pike');
  const names = page.getByRole('group', { name: /^Competitor/ }).getByLabel('Name');
  await expect(names).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1, name: 'alderpike.example' })).toBeVisible();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page.getByRole('link', { name: 'Set-up' })).toBeVisible();
});

for (const width of [1360, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the form for a new client is accessible, also with errors', async ({ page, host }) => {
      await beginSession(page, host);
      await page.goto(`${host.url}/clients/new`);
      await expect(page.getByRole('heading', { name: 'Where and when' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create client' }).click();
      await expect(page.getByText('2 fields need attention.')).toBeVisible();
      await expectAccessible(page);
    });

    test('the set-up of a site is accessible, also while it is edited', async ({ page, host }) => {
      await openSetup(page, host);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await page
        .getByRole('button', { name: /^Other spellings/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Import a CSV file' }).click();
      await page.getByLabel('CSV file with questions').setInputFiles({
        name: 'questions.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('text,tags,unknown\nWhich tent?,a;b,\n'),
      });
      await expect(page.getByRole('heading', { name: 'Adds 1 question' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the question before leaving unsaved changes is accessible', async ({ page, host }) => {
      await openSetup(page, host);
      await page.getByLabel('Site name').fill('Other');
      await page.getByRole('link', { name: 'Matrix' }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/setup$/);
    });

    test('the question before signing out with unsaved changes is accessible', async ({
      page,
      host,
    }) => {
      await openSetup(page, host);
      await page.getByLabel('Site name').fill('Other');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign out without saving?' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Site name')).toHaveValue('Other');
    });
  });
}

test('nothing shifts when what the answers say about the brands arrives late', async ({
  page,
  host,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/setup/mentions', async (route) => {
    await held.promise;
    await route.continue();
  });
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/setup`);
  await expect(page.getByText('Loading the set-up')).toBeAttached();
  await waitForPaint(page);
  held.resolve();
  await expect(page.getByText(/^Named in/).first()).toBeVisible();
  await waitForPaint(page);
  const shifts = await readLayoutShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, shifts.map(({ moves }) => moves).join('\n')).toBeLessThanOrEqual(0.01);
});

test('a competitor is added, renamed and removed by keyboard, without losing the focus', async ({
  page,
  host,
}) => {
  await openSetup(page, host);
  await page.getByRole('button', { name: 'Add competitor' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Oakwell');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://www.oakwell.example/shop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove oakwell.example' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove Oakwell', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add competitor' })).toBeFocused();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('reloading the page with unsaved changes asks first', async ({ page, host }) => {
  await openSetup(page, host);
  await page.getByLabel('Site name').click();
  await page.keyboard.type('x');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
});

test('unsaved changes are shown again after a session that has ended', async ({ page, host }) => {
  await openSetup(page, host);
  await page.getByLabel('Site name').fill('Other');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your unsaved changes are kept')).toBeVisible();
  await expectAccessible(page);
  await submitKey(page, 'sample-agency');
  await expect(page.getByLabel('Site name')).toHaveValue('Other');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('the field with an error is not hidden behind the bar with the button', async ({
  page,
  host,
}) => {
  await openSetup(page, host);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Question', { exact: true }).fill('');
  await page.getByLabel('Site name').fill('Other');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const field = page.getByLabel('Question', { exact: true });
  await expect(field).toBeFocused();
  const fieldBox = await field.boundingBox();
  const buttonBox = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThan(buttonBox?.y ?? 0);
});

test('a question is found among nearly two thousand that a CSV file adds', async ({
  page,
  host,
}) => {
  await openSetup(page, host);
  await page.getByRole('button', { name: 'Import a CSV file' }).click();
  const lines = Array.from({ length: 1_900 }, (_, at) => `Question number ${at + 1}?`);
  await page.getByLabel('CSV file with questions').setInputFiles({
    name: 'questions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`text\n${lines.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Apply to the form' }).click();
  const count = page.getByRole('heading', { name: /^1,9\d\d questions$/ });
  await expect(count).toBeFocused();
  await expect(page.getByText('Question number 1899?')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find a question' }).fill('number 1899');
  await expect(page.getByText('Question number 1899?')).toBeVisible();
});

import { findBuiltScriptPattern } from './built-file.ts';
import { expect, test } from './host.ts';
import { beginSession, openSite } from './navigation.ts';

const isPromptReportPath = (path: string) =>
  /^\/sightline\/v1\/sites\/[^/]+\/reports\/prompts$/.test(path);

test('a timeline can be grouped by prompt and narrowed to prompts found by text', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  const reportPaths: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/reports/')) reportPaths.push(new URL(request.url()).pathname);
  });
  await openSite(page, host, '?range=30d');
  await page.getByRole('radio', { name: 'Prompt' }).check();
  await expect(
    page.getByRole('figure', { name: 'Visibility by prompt', exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/groupBy=prompt/);
  // What moved needs the same report, which is requested once for both.
  expect(reportPaths.filter(isPromptReportPath)).toHaveLength(1);
  await expect(page.getByText(/^highest: “/)).toBeVisible();

  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Prompts/ }).click();
  await filters.getByLabel('Find in prompts').fill('storm tents');
  const tentPrompt = filters.getByRole('checkbox', {
    name: 'Which four-season tents survive a storm?',
  });
  await tentPrompt.check();
  await expect(page).toHaveURL(/promptId=/);
  await filters.getByLabel('Find in prompts').fill('');
  await filters.getByRole('checkbox', { name: 'How do I re-proof a tent?' }).check();
  const rows = page.getByRole('table').getByRole('rowheader');
  await expect(rows).toHaveCount(2);
  await expect(
    page.getByRole('button', { name: 'Remove “Prompt: Which four-season tents survive a storm?”' }),
  ).toBeVisible();

  // After a reload, the report is requested only once.
  reportPaths.length = 0;
  await page.reload();
  await expect(rows).toHaveCount(2);
  expect(reportPaths.filter(isPromptReportPath)).toHaveLength(1);
  await expect(tentPrompt).toBeChecked();
});

test('a filter that is clicked before its code has loaded opens after loading', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(findBuiltScriptPattern('prompt-group'), async (route) => {
    await released;
    await route.continue();
  });
  await openSite(page, host, '?range=30d');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Prompts/ }).click();
  await expect(filters.getByLabel('Find in prompts')).toHaveCount(0);
  release();
  await expect(filters.getByLabel('Find in prompts')).toBeVisible();
});

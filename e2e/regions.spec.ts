import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './host.ts';
import { beginSession, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;

/** Another v1 service: it has both UK and GB, and labels some regions alike and others with their codes. */
const regions = [
  { code: 'GB', label: 'United Kingdom' },
  { code: 'UK', label: 'United Kingdom' },
  { code: 'NZ:auckland', label: 'NZ:auckland' },
];
const names = ['United Kingdom (GB)', 'United Kingdom (UK)', 'New Zealand · Auckland'];

/** Gives the service's responses these regions, and returns the regions that the timelines were requested for. */
async function serveRegions(page: Page): Promise<string[][]> {
  const requested: string[][] = [];
  await page.route('**/v1/sites/*/filters*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), regions } });
  });
  await page.route('**/v1/sites/*/reports/timeline*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const region = query.getAll('region');
    requested.push(region);
    const shown = regions.filter(({ code }) => region.length === 0 || region.includes(code));
    return route.fulfill({
      json: {
        metric: 'visibility',
        groupBy: 'region',
        brand: { id: '00000000-0000-4000-8000-000000000000', name: 'Oakwell' },
        series: shown.map(({ code, label }, index) => ({
          key: code,
          label,
          points: [1, 2, 3].map((day) => ({
            date: `2026-11-0${day}`,
            completedAt: `2026-11-0${day}T10:00:00Z`,
            value: 40 + 10 * index + day,
            scanId: `00000000-0000-4000-9000-00000000000${day}`,
          })),
        })),
        filters: { platform: [], region, startDate: null, endDate: null },
      },
    });
  });
  return requested;
}

for (const width of [1360, 375]) {
  test(`${width} px wide, equal labels of regions have their codes beside them`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await beginSession(page, host);
    const requested = await serveRegions(page);
    const timeline = `${host.url}/sites/${siteId}/timeline`;
    await page.goto(`${timeline}?groupBy=region`);
    for (const name of names) {
      await expect(page.getByRole('row', { name }).first()).toBeVisible();
    }
    if (width < 1000) await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    for (const name of names) await expect(filters.getByRole('checkbox', { name })).toBeVisible();
    await expectAccessible(page);

    // The service has its own region UK, so the request and the chip keep that code.
    await filters.getByRole('checkbox', { name: 'United Kingdom (UK)' }).check();
    await expect.poll(() => requested.at(-1)).toEqual(['UK']);
    if (width < 1000) await page.getByRole('button', { name: 'Show results' }).click();
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText(
      'United Kingdom (UK)',
    );
  });
}

for (const [region, name] of [
  ['UK:London', 'United Kingdom · London'],
  ['US-CA', 'United States · California'],
  ['US:california', 'United States · California'],
] as const) {
  test(`a link to ${region} opens the answers that the built-in service stores under another code`, {
    tag: '@walk',
  }, async ({ page, host }) => {
    await beginSession(page, host);
    await page.goto(`${host.url}/sites/${siteId}/timeline?groupBy=region&region=${region}`);
    await expect(page.getByRole('row', { name }).first()).toBeVisible();
    const chips = page.getByRole('list', { name: 'Chosen filters' });
    await expect(chips.getByRole('button', { name: `Remove “${name}”` })).toHaveText(name);
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked();
    await expect(page.getByText('the service used')).toHaveCount(0);
    await chips.getByRole('button', { name: `Remove “${name}”` }).click();
    await expect(page).toHaveURL(/timeline\?groupBy=region&range=30d$/);
  });
}

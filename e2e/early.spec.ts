import type { Route } from '@playwright/test';
import { expect, test } from './host.ts';
import { sampleSite, signIn } from './way.ts';

const timeline = `/sites/${sampleSite.siteId}/timeline`;

for (const [what, search] of [
  ['without parameters', ''],
  [
    'with all that an address can say',
    '?metric=gap&platform=gemini_app&range=30d&zone=UTC&tag=a%20b',
  ],
  ['with parameters that mean nothing', '?metric=nothing&platform=&x=1&startDate=2026-02-30'],
]) {
  test(`a timeline ${what} is asked for once, before its page has any code`, async ({
    page,
    host,
  }) => {
    await signIn(page, host);
    const held: Route[] = [];
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/reports/timeline')) asked.push(request.url());
    });
    await page.route('**/assets/index-*.js', (route) => {
      held.push(route);
    });
    const early = page.waitForRequest('**/reports/timeline*');
    await page.goto(host.url + timeline + search, { waitUntil: 'commit' });
    await early;
    expect(held.length).toBeGreaterThan(0);
    await expect(page.locator('#root')).toBeEmpty();
    for (const route of held) await route.continue();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
    expect(asked).toHaveLength(1);
  });
}

test('no other page asks for anything early, nor does one without a session', async ({
  page,
  host,
}) => {
  const scripts = async () => page.locator('script[src*="early"]').count();
  await page.goto(host.url + timeline);
  expect(await scripts()).toBe(0);
  await signIn(page, host);
  await page.goto(`${host.url}/clients`);
  expect(await scripts()).toBe(0);
  await page.goto(host.url + timeline);
  expect(await scripts()).toBe(1);
});

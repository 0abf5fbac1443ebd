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

test('what is refused before the page has its code is asked once, and told', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  let asked = 0;
  await page.route('**/reports/timeline*', (route) => {
    asked += 1;
    return route.fulfill({ status: 403, json: {} });
  });
  const held: Route[] = [];
  await page.route('**/assets/timeline-page-*.js', (route) => {
    held.push(route);
  });
  const answered = page.waitForResponse('**/reports/timeline*');
  // Asked for by the page's program, right after it has taken the answer.
  const others = page.waitForResponse('**/v1/clients/*/sites*');
  await page.goto(`${host.url}/clients/${sampleSite.clientId}${timeline}`, { waitUntil: 'commit' });
  await answered;
  await others;
  await expect(page.locator('#root')).toBeEmpty();
  for (const route of held) await route.continue();
  await expect(page.getByText('The timeline could not be loaded')).toBeVisible();
  expect(asked).toBe(1);
});

test('a script that comes after the page has asked asks for nothing', async ({ page, host }) => {
  await signIn(page, host);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/reports/timeline')) asked.push(request.url());
  });
  const late = Promise.withResolvers<Route>();
  await page.route('**/assets/early-*.js', (route) => late.resolve(route));
  const held: Route[] = [];
  await page.route('**/assets/timeline-page-*.js', (route) => {
    held.push(route);
  });
  const answered = page.waitForResponse('**/reports/timeline*');
  await page.goto(host.url + timeline, { waitUntil: 'commit' });
  await answered;
  await expect(page.locator('#root')).toBeEmpty();
  const ran = page.waitForResponse('**/assets/early-*.js');
  await (await late.promise).continue();
  await (await ran).finished();
  for (const route of held) await route.continue();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  expect(asked).toHaveLength(1);
});

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

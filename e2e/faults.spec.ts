import type { Page, Route } from '@playwright/test';
import { expect, type Host, test } from './host.ts';
import { openSite, sampleSite, signIn } from './way.ts';

/** What a page is about, where its call goes, and how it is opened. */
interface Subject {
  name: string;
  calls: string;
  open: (page: Page, host: Host) => Promise<unknown>;
  /** What says that the page shows its data. */
  whole: (page: Page) => ReturnType<Page['locator']>;
}

const subjects: readonly Subject[] = [
  {
    name: 'clients',
    calls: '**/v1/clients?*',
    open: (page, host) => page.goto(`${host.url}/clients`),
    whole: (page) => page.getByRole('link', { name: 'Northwind Group' }),
  },
  {
    name: 'sites',
    calls: '**/v1/clients/*/sites*',
    open: (page, host) => page.goto(`${host.url}/clients/${sampleSite.clientId}/sites`),
    whole: (page) => page.getByRole('listitem').getByRole('link', { name: sampleSite.name }),
  },
  {
    name: 'timeline',
    calls: '**/reports/timeline*',
    open: (page, host) => openSite(page, host, '?metric=gap'),
    whole: (page) => page.getByRole('figure', { name: 'Gap by brand' }),
  },
  {
    name: 'scan',
    calls: '**/v1/sites/*/scans/*',
    open: (page, host) => openSite(page, host, '?scan=5a3b1e00-5ca9-4000-8000-000001001001'),
    whole: (page) => page.getByRole('dialog', { name: 'Scan' }).getByText('Status'),
  },
  {
    name: 'prompt',
    calls: '**/v1/sites/*/prompts/*',
    open: (page, host) => openSite(page, host, '?prompt=5a3b1e00-9407-4000-8000-000001001001'),
    whole: (page) => page.getByRole('dialog', { name: 'Prompt' }).getByText('Category'),
  },
];

const answer =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, body, headers: { 'Content-Type': 'application/json', ...headers } });

/** Each fault, and the words that tell of it. */
const faults: readonly [string, (route: Route) => Promise<void>, RegExp][] = [
  ['no connection', (route) => route.abort('connectionreset'), /could not be reached/],
  ['403', answer(403, '{"detail":"Not this key."}'), /may not do that.*Not this key/s],
  ['404', answer(404, '{}'), /There is no such|has no such|nothing here/],
  ['409', answer(409, '{"message":"Not now."}'), /refused.*Not now/s],
  ['422', answer(422, '{"detail":"Not like this."}'), /refused.*Not like this/s],
  ['429 with a wait', answer(429, '{}', { 'Retry-After': '0' }), /busy/],
  ['503 with a wait', answer(503, '{}', { 'Retry-After': '0' }), /busy/],
  ['500', answer(500, 'null', { 'Retry-After': '0' }), /The service failed/],
  [
    '502 of HTML',
    answer(502, '<h1>Bad gateway</h1>', { 'Content-Type': 'text/html', 'Retry-After': '0' }),
    /The service failed/,
  ],
  [
    'HTML for JSON',
    answer(200, '<!doctype html><p>Hello</p>', { 'Content-Type': 'text/html' }),
    /unreadable/,
  ],
  ['half an answer', answer(200, '{"data":[{"id":"a","na'), /unreadable/],
  ['an empty answer', answer(200, ''), /unreadable/],
  ['wrong types', answer(200, '{"data":7,"series":7,"id":7,"promptId":7}'), /unreadable.*\$\./s],
  ['another kind of answer', answer(200, '[]'), /unreadable/],
];

for (const { name, calls, open, whole } of subjects) {
  test(`every fault of the ${name} call is told in words, and Try again brings what was asked`, async ({
    page,
    host,
  }) => {
    test.setTimeout(240_000);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    await signIn(page, host);
    for (const [fault, lay, words] of faults) {
      await test.step(fault, async () => {
        await page.route(calls, lay);
        await open(page, host);
        if (name === 'sites' && fault === '404') {
          // A client that is not there is said by its own words.
          await expect(page.getByRole('alert').first()).toContainText('no such client');
        }
        const alert = page.getByRole('alert').filter({ hasText: words }).first();
        await expect(alert).toBeVisible();
        await expect(
          page.getByRole('button', { name: 'Sign out', includeHidden: true }),
        ).toHaveCount(1);
        await page.unroute(calls);
        await alert.getByRole('button', { name: 'Try again' }).click();
        await expect(whole(page).first()).toBeVisible();
      });
    }
    expect(thrown).toEqual([]);
  });
}

test('a session that ended in the middle shows one sign-in page and leads back', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  await openSite(page, host, '?metric=gap&groupBy=platform');
  await expect(page.getByRole('figure', { name: 'Gap by platform' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('radio', { name: 'Sentiment' }).click();
  await expect(page.getByLabel('API key')).toHaveCount(1);
  await page.getByLabel('API key').fill('sample-agency');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('figure', { name: 'Sentiment by platform' })).toBeVisible();
});

test('being offline is said, what was shown stays, and it is asked again on coming back', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  await openSite(page, host);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await page.getByRole('radio', { name: 'Gap' }).check();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  await expect(page.getByText(/Below is the last answer, from/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await expect(page.getByRole('figure', { name: 'Gap by brand' })).toBeVisible();
});

test('a note whose answer is lost is stored once, stays as a draft, and is not sent again by itself', async ({
  page,
  host,
  request,
}) => {
  await signIn(page, host);
  const recommendation = '5a3b1e00-4ec0-4000-8000-000001001002';
  const text = `Written at ${Date.now()}.`;
  await openSite(page, host, `?recommendation=${recommendation}`);
  await page.getByLabel('New note').fill(text);
  await page.route('**/notes', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('alert')).toContainText('may have been saved');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('may have been saved');
  await expect(page.getByLabel('New note')).toHaveValue(text);
  const stored = await request.post(
    `${host.url}/v1/sites/${sampleSite.siteId}/recommendations/${recommendation}/notes`,
    { headers: { Authorization: 'Bearer sample-agency' }, data: { body: 'Looked.' } },
  );
  const { data }: { data: { body: string }[] } = await stored.json();
  expect(data.filter(({ body }) => body === text)).toHaveLength(1);
});

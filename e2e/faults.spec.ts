import type { Page, Route } from '@playwright/test';
import { mutations, randomFrom } from '../tests/fuzz/bodies.ts';
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
  ['403', answer(403, '{"detail":"Not this key."}'), /does not have permission.*Not this key/s],
  ['404', answer(404, '{}'), /not found/i],
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

/** Tells the page that it is looked at again, hours later, so that it asks anew. */
async function wake(page: Page): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 3_600_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

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
          await expect(page.getByRole('alert').first()).toContainText('Client not found');
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

// The long run meets each fault on loaded pages too, and while they ask anew.
for (const { name, calls, open, whole } of process.env['FAULTS'] === 'all' ? subjects : []) {
  for (const state of ['loaded', 'refetching'] as const) {
    test(`every fault of the ${name} call on a page that is ${state} leaves what was shown, and is told`, async ({
      page,
      host,
    }) => {
      test.setTimeout(600_000);
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.message));
      await page.clock.install();
      await signIn(page, host);
      for (const [fault, lay, words] of faults) {
        await test.step(fault, async () => {
          await open(page, host);
          await expect(whole(page).first()).toBeVisible();
          const asked = Promise.withResolvers<void>();
          const go = Promise.withResolvers<void>();
          await page.route(calls, async (route) => {
            asked.resolve();
            if (state === 'refetching') await go.promise;
            await lay(route);
          });
          await wake(page);
          await asked.promise;
          if (state === 'refetching') {
            await expect(whole(page).first()).toBeVisible();
            go.resolve();
          }
          await expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible();
          await expect(whole(page).first()).toBeVisible();
          await page.unroute(calls);
        });
      }
      expect(thrown).toEqual([]);
    });
  }
}

test('a session that ended in the middle shows one sign-in page and leads back', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  await openSite(page, host, '?metric=gap&groupBy=platform');
  await expect(page.getByRole('figure', { name: 'Gap by platform' })).toBeVisible();
  await page.context().clearCookies();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  const held = Promise.withResolvers<Route>();
  await page.route('**/assets/sign-in-*.js', held.resolve);
  await page.getByRole('radio', { name: 'Sentiment' }).click();
  const route = await held.promise;
  await expect(page.getByRole('figure')).toHaveCount(0);
  await route.continue();
  await expect(page.getByLabel('API key')).toHaveCount(1);
  expect(refused).toEqual([`/v1/sites/${sampleSite.siteId}/reports/timeline`]);
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
  await expect(page.getByText(/Showing the last report, from/)).toBeVisible();
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

test('no page goes blank whatever a hostile service answers', async ({ page, host }) => {
  test.setTimeout(240_000);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await signIn(page, host);
  const random = randomFrom(20_261_121);
  const shown = { data: 0, failures: 0 };
  for (const { name, calls, open, whole } of subjects) {
    for (const [kind, mutate] of Object.entries(mutations)) {
      await test.step(`${name}: ${kind}`, async () => {
        const answered = Promise.withResolvers<void>();
        await page.route(calls, async (route) => {
          const answer = await route.fetch();
          const body = Buffer.from(mutate(random, await answer.text()));
          await route.fulfill({ status: 200, contentType: 'application/json', body });
          answered.resolve();
        });
        await open(page, host);
        await answered.promise;
        const failure = page.getByRole('alert').first();
        const said = page.getByText(
          /No clients|No sites|No finished scan|Open a site by its ID|None of these scans|has no brand/,
        );
        const content = whole(page)
          .or(page.getByRole('figure'))
          .or(page.getByRole('dialog'))
          .or(page.getByRole('main').getByRole('listitem'))
          .or(said)
          .first();
        await expect(failure.or(content).first()).toBeVisible();
        shown[(await failure.isVisible()) ? 'failures' : 'data'] += 1;
        await expect(
          page.getByRole('button', { name: 'Sign out', includeHidden: true }),
        ).toHaveCount(1);
        await page.unroute(calls);
      });
    }
  }
  expect(thrown).toEqual([]);
  expect(Math.min(shown.data, shown.failures)).toBeGreaterThan(5);
});

test('waking from sleep asks once anew, and a wrong clock ends no session', async ({
  page,
  host,
}) => {
  await page.clock.install();
  await signIn(page, host);
  await openSite(page, host);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  let asked = 0;
  await page.route('**/reports/timeline*', async (route) => {
    asked += 1;
    await route.continue();
  });
  // Nine hours later by this device: longer than any session, had it been the server's clock.
  await page.clock.setSystemTime(Date.now() + 9 * 3_600_000);
  const answer = page.waitForResponse('**/reports/timeline*');
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  expect((await answer).status()).toBe(200);
  await page.clock.runFor(5_000);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  expect(asked).toBe(1);
});

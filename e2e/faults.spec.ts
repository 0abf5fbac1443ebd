import type { Page, Route } from '@playwright/test';
import { createRandomIntegers, mutations } from '../tests/fuzz/bodies.ts';
import { isSoak } from '../tests/setup/soak.ts';
import { findBuiltScriptPattern } from './built-file.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

/** A page, the call that loads its data, and how to open it. */
interface Subject {
  name: string;
  callPattern: string;
  open: (page: Page, host: Host) => Promise<unknown>;
  /** Is visible once the page shows its data. */
  loadedContent: (page: Page) => ReturnType<Page['locator']>;
}

const subjects: readonly Subject[] = [
  {
    name: 'clients',
    callPattern: '**/v1/clients?*',
    open: (page, host) => page.goto(`${host.url}/clients`),
    loadedContent: (page) => page.getByRole('link', { name: 'Northwind Group' }),
  },
  {
    name: 'sites',
    callPattern: '**/v1/clients/*/sites*',
    open: (page, host) => page.goto(`${host.url}/clients/${sampleSite.clientId}/sites`),
    loadedContent: (page) =>
      page.getByRole('listitem').getByRole('link', { name: sampleSite.name }),
  },
  {
    name: 'timeline',
    callPattern: '**/reports/timeline*',
    open: (page, host) => openSite(page, host, '?metric=gap&dates=all'),
    loadedContent: (page) => page.getByRole('figure', { name: 'Gap by brand' }),
  },
  {
    name: 'scan',
    callPattern: '**/v1/sites/*/scans/*',
    open: async (page, host) => {
      await openSite(page, host, '?scan=5a3b1e00-5ca9-4000-8000-000001001001');
      // Waits for the number of answers, which moves the panel's buttons when it appears.
      await expect(page.getByRole('link', { name: /^Read the \d+ answers$/ })).toBeVisible();
    },
    loadedContent: (page) => page.getByRole('dialog', { name: 'Scan' }).getByText('Status'),
  },
  {
    name: 'prompt',
    callPattern: '**/v1/sites/*/prompts/*',
    open: (page, host) => openSite(page, host, '?prompt=5a3b1e00-9407-4000-8000-000001001001'),
    loadedContent: (page) => page.getByRole('dialog', { name: 'Prompt' }).getByText('Category'),
  },
];

const respond =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, body, headers: { 'Content-Type': 'application/json', ...headers } });

/** Each fault, the handler that causes it, and the message that the page must show. */
const faults: readonly [string, (route: Route) => Promise<void>, RegExp][] = [
  ['no connection', (route) => route.abort('connectionreset'), /could not be reached/],
  ['403', respond(403, '{"detail":"Not this key."}'), /does not have permission.*Not this key/s],
  ['404', respond(404, '{}'), /not found/i],
  ['409', respond(409, '{"message":"Not now."}'), /refused.*Not now/s],
  ['422', respond(422, '{"detail":"Not like this."}'), /refused.*Not like this/s],
  ['429 with Retry-After', respond(429, '{}', { 'Retry-After': '0' }), /busy/],
  ['503 with Retry-After', respond(503, '{}', { 'Retry-After': '0' }), /busy/],
  ['500', respond(500, 'null', { 'Retry-After': '0' }), /The service failed/],
  [
    '502 with HTML',
    respond(502, '<h1>Bad gateway</h1>', { 'Content-Type': 'text/html', 'Retry-After': '0' }),
    /The service failed/,
  ],
  [
    'HTML instead of JSON',
    respond(200, '<!doctype html><p>Hello</p>', { 'Content-Type': 'text/html' }),
    /unreadable/,
  ],
  ['a truncated response', respond(200, '{"data":[{"id":"a","na'), /unreadable/],
  ['an empty response', respond(200, ''), /unreadable/],
  ['wrong types', respond(200, '{"data":7,"series":7,"id":7,"promptId":7}'), /unreadable.*\$\./s],
  ['an array instead of an object', respond(200, '[]'), /unreadable/],
];

/** Brings the page back into view an hour later, so that it refetches. */
async function wakePage(page: Page): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 3_600_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

/**
 * The faults to cause in the call of a subject. All calls are sent and fail in the same way, so each fault is caused in
 * two subjects, and with SOAK=1 in all. Those of the sites include 404, which has a message of its own there.
 */
const faultsOf = (subject: Subject) =>
  faults.filter(
    (_, at) => isSoak || [1, 4].some((more) => subjects[(at + more) % subjects.length] === subject),
  );

for (const subject of subjects) {
  const { name, callPattern, open, loadedContent } = subject;
  test(`faults of the ${name} call are shown, and Try again loads the data`, async ({
    page,
    host,
  }) => {
    test.setTimeout(240_000);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    await beginSession(page, host);
    for (const [fault, handle, message] of faultsOf(subject)) {
      await test.step(fault, async () => {
        await page.route(callPattern, handle);
        await open(page, host);
        if (name === 'sites' && fault === '404') {
          // A missing client has its own message.
          await expect(page.getByRole('alert').first()).toContainText('Client not found');
        }
        const alert = page.getByRole('alert').filter({ hasText: message }).first();
        await expect(alert).toBeVisible();
        await expect(
          page.getByRole('button', { name: 'Sign out', includeHidden: true }),
        ).toHaveCount(1);
        await page.unroute(callPattern);
        await alert.getByRole('button', { name: 'Try again' }).click();
        await expect(loadedContent(page).first()).toBeVisible();
      });
    }
    expect(thrown).toEqual([]);
  });
}

// With SOAK=1, each fault is also caused on loaded pages, and while they refetch.
for (const { name, callPattern, open, loadedContent } of isSoak ? subjects : []) {
  for (const state of ['loaded', 'refetching'] as const) {
    test(`every fault of the ${name} call on a ${state} page is shown, and the data stays`, async ({
      page,
      host,
    }) => {
      test.setTimeout(600_000);
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.message));
      await page.clock.install();
      await beginSession(page, host);
      for (const [fault, handle, message] of faults) {
        await test.step(fault, async () => {
          await open(page, host);
          await expect(loadedContent(page).first()).toBeVisible();
          const requested = Promise.withResolvers<void>();
          const released = Promise.withResolvers<void>();
          await page.route(callPattern, async (route) => {
            requested.resolve();
            if (state === 'refetching') await released.promise;
            await handle(route);
          });
          await wakePage(page);
          await requested.promise;
          if (state === 'refetching') {
            await expect(loadedContent(page).first()).toBeVisible();
            released.resolve();
          }
          await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();
          await expect(loadedContent(page).first()).toBeVisible();
          await page.unroute(callPattern);
        });
      }
      expect(thrown).toEqual([]);
    });
  }
}

test('a session that ends mid-use shows one sign-in page, which returns to the same view', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  await openSite(page, host, '?metric=gap&groupBy=platform');
  await expect(page.getByRole('figure', { name: 'Gap by platform' })).toBeVisible();
  // Background requests would be refused too, so wait for them to finish.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  const heldRoute = Promise.withResolvers<Route>();
  await page.route(findBuiltScriptPattern('sign-in'), heldRoute.resolve);
  await page.getByRole('radio', { name: 'Sentiment' }).click();
  const route = await heldRoute.promise;
  await expect(page.getByRole('figure')).toHaveCount(0);
  await route.continue();
  await expect(page.getByLabel('API key')).toHaveCount(1);
  expect(refused).toEqual([`/v1/sites/${sampleSite.siteId}/reports/timeline`]);
  await page.getByLabel('API key').fill('sample-agency');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('figure', { name: 'Sentiment by platform' })).toBeVisible();
});

test('a chart whose code cannot be loaded is replaced by a message, and the figures and the table stay', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await page.route(findBuiltScriptPattern('plot'), (route) => route.abort());
  await openSite(page, host, '?dates=all&view=lines');
  const figure = page.getByRole('figure', { name: 'Visibility by brand' });
  await expect(figure.getByText('This part of the page could not be loaded.')).toBeVisible();
  await expect(figure.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expect(page.getByText('since the previous scan', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Visibility by brand, as a table' })).toBeVisible();
});

test('going offline shows a banner and keeps the last report, and coming back refetches', {
  tag: '@walk',
}, async ({ page, host }) => {
  await beginSession(page, host);
  await openSite(page, host);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  // The browser reports that it is offline slightly before its requests fail.
  const canReachHost = () =>
    page.evaluate(() =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(canReachHost).toBe(false);
  await page.getByRole('radio', { name: 'Gap' }).check();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  await expect(page.getByText(/Still showing the figures loaded/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await expect(page.getByRole('figure', { name: 'Gap by brand' })).toBeVisible();
});

test('a note whose response is lost is stored once, kept as a draft, and not resent automatically', async ({
  page,
  host,
  request,
}) => {
  await beginSession(page, host);
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
  const response = await request.post(
    `${host.url}/v1/sites/${sampleSite.siteId}/recommendations/${recommendation}/notes`,
    { headers: { Authorization: 'Bearer sample-agency' }, data: { body: 'Looked.' } },
  );
  const { data }: { data: { body: string }[] } = await response.json();
  expect(data.filter(({ body }) => body === text)).toHaveLength(1);
});

test('no page goes blank, whatever a hostile service returns', async ({ page, host }) => {
  test.setTimeout(240_000);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await beginSession(page, host);
  const random = createRandomIntegers(20_261_121);
  const outcomes = { data: 0, failures: 0 };
  for (const { name, callPattern, open, loadedContent } of subjects) {
    for (const [kind, mutate] of Object.entries(mutations)) {
      await test.step(`${name}: ${kind}`, async () => {
        const responded = Promise.withResolvers<void>();
        await page.route(callPattern, async (route) => {
          const response = await route.fetch();
          const body = Buffer.from(mutate(random, await response.text()));
          await route.fulfill({ status: 200, contentType: 'application/json', body });
          responded.resolve();
        });
        await open(page, host);
        await responded.promise;
        const failure = page.getByRole('alert').first();
        const emptyMessage = page.getByText(
          /No clients|No sites|No completed scan|Open a site by its ID|None of these scans|has no brand/,
        );
        const content = loadedContent(page)
          .or(page.getByRole('figure'))
          .or(page.getByRole('dialog'))
          .or(page.getByRole('main').getByRole('listitem'))
          .or(emptyMessage)
          .first();
        await expect(failure.or(content).first()).toBeVisible();
        outcomes[(await failure.isVisible()) ? 'failures' : 'data'] += 1;
        await expect(
          page.getByRole('button', { name: 'Sign out', includeHidden: true }),
        ).toHaveCount(1);
        await page.unroute(callPattern);
      });
    }
  }
  expect(thrown).toEqual([]);
  expect(Math.min(outcomes.data, outcomes.failures)).toBeGreaterThan(5);
});

test('waking from sleep refetches once, and a wrong clock does not end the session', async ({
  page,
  host,
}) => {
  await page.clock.install();
  await beginSession(page, host);
  // Ranges such as the last 30 days would change with the day.
  await openSite(page, host, '?dates=all');
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  let requests = 0;
  await page.route('**/reports/timeline*', async (route) => {
    // Do not count the background requests by platform and region.
    if (!new URL(route.request().url()).searchParams.has('groupBy')) requests += 1;
    await route.continue();
  });
  // Only the device's clock jumps nine hours, which is longer than any session lasts.
  await page.clock.setSystemTime(Date.now() + 9 * 3_600_000);
  const response = page.waitForResponse('**/reports/timeline*');
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  expect((await response).status()).toBe(200);
  await page.clock.runFor(5_000);
  await expect(page.getByRole('figure', { name: 'Visibility by brand' })).toBeVisible();
  expect(requests).toBe(1);
});

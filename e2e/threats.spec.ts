import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { beginSession, openSite, sampleSite, signIn, submitKey } from './navigation.ts';

const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '\u202Eevil\u202C\u2066',
  '{{constructor.constructor("alert(1)")()}}',
  "'); DROP TABLE clients; --",
  '__proto__',
  '=cmd|calc!A1',
  '\u0000\uFFFF',
  `${'long '.repeat(200_000)}`,
];
const idOf = (n: number) => `bad0bad0-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Collects dialogs, errors and policy violations. */
function collectIncidents(page: Page): string[] {
  const incidents: string[] = [];
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => incidents.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) incidents.push(message.text());
  });
  return incidents;
}

test('hostile texts in v1 responses are shown as text', async ({ page, host }) => {
  test.setTimeout(240_000);
  // Responses of tens of megabytes take a long time to render.
  const longTimeout = { timeout: 60_000 };
  await beginSession(page, host);
  const incidents = collectIncidents(page);
  const labelledOptions = hostileTexts.map((text, n) => ({
    value: `${n}${text.slice(0, 40)}`,
    label: text.slice(0, 10_000),
  }));
  const records = hostileTexts.map((text, n) => ({
    id: idOf(n),
    name: text,
    websiteUrl: text,
    url: text,
    industry: text,
    description: text,
    clientId: idOf(0),
    createdAt: text,
    updatedAt: text,
  }));
  const json = (body: unknown) => ({ body: JSON.stringify(body), contentType: 'application/json' });
  await page.route('**/v1/clients?*', (route) => route.fulfill(json({ data: records })));
  await page.route('**/v1/clients/*/sites*', (route) => route.fulfill(json({ data: records })));
  await page.route('**/v1/sites/*/filters*', (route) =>
    route.fulfill(
      json({
        regions: hostileTexts.map((text, n) => ({ code: `R${n}`, label: text.slice(0, 10_000) })),
        models: hostileTexts.map((text, n) => ({
          id: `m${n}`,
          name: text.slice(0, 10_000),
          method: 'web',
        })),
        tags: labelledOptions,
        categories: labelledOptions,
        products: labelledOptions,
        personas: labelledOptions,
        journeyStages: labelledOptions,
        brandMentions: labelledOptions,
        brands: hostileTexts.map((text, n) => ({ id: idOf(n), label: text })),
      }),
    ),
  );
  await page.route('**/reports/timeline*', (route) =>
    route.fulfill(
      json({
        metric: '<b>metric</b>',
        groupBy: 'brand',
        brand: { id: idOf(0), name: hostileTexts[0] },
        series: hostileTexts.map((text, n) => ({
          key: n === 9 ? text : idOf(n),
          label: n === 8 ? null : text,
          platform: { id: `p${n}`, name: text, method: text },
          points: [1, 2].map((day) => ({
            date: `2026-01-0${day}`,
            completedAt: text,
            value: n,
            scanId: n === 9 ? text : idOf(day),
          })),
        })),
        filters: {
          platform: hostileTexts,
          region: hostileTexts,
          startDate: hostileTexts[0],
          endDate: '',
        },
      }),
    ),
  );
  await page.route('**/notes', (route) =>
    route.fulfill(
      json({
        data: hostileTexts.map((text, n) => ({ activityId: idOf(n), body: text, createdAt: text })),
      }),
    ),
  );
  await page.route('**/scans/*', (route) =>
    route.fulfill(
      json({
        id: idOf(1),
        status: hostileTexts[0],
        createdAt: hostileTexts[1],
        startedAt: hostileTexts[3],
      }),
    ),
  );
  await page.route('**/prompts/*', (route) =>
    route.fulfill(
      json({
        promptId: idOf(1),
        text: hostileTexts[0],
        category: hostileTexts[1],
        tags: hostileTexts,
      }),
    ),
  );
  await page.goto(`${host.url}/clients`);
  await expect(page.getByText(hostileTexts[0] ?? '', { exact: true }).first()).toBeVisible(
    longTimeout,
  );
  /** The protocols of all links on the page. */
  const readProtocols = () =>
    page
      .locator('a')
      .evaluateAll((links) => [
        ...new Set(
          links.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).protocol),
        ),
      ]);
  for (const n of [2, 9]) {
    await page.goto(`${host.url}/clients/${idOf(n)}/sites`);
    await expect(page.getByText(hostileTexts[1] ?? '', { exact: true }).first()).toBeVisible(
      longTimeout,
    );
    expect(await readProtocols()).toEqual(['http:']);
  }
  for (const search of [
    '',
    `?scan=${idOf(1)}`,
    `?prompt=${idOf(1)}&promptId=${idOf(1)}`,
    '?tag=<img onerror=alert(1)>',
    '?groupBy=platform',
    '?groupBy=region',
  ]) {
    await page.goto(`${host.url}/sites/${idOf(0)}/timeline${search}`);
    await expect(page.getByRole('figure')).toBeAttached(longTimeout);
    await expect(page.getByText(hostileTexts[1] ?? '', { exact: true }).first()).toBeAttached(
      longTimeout,
    );
    if (/scan|prompt/.test(search)) await expect(page.getByRole('dialog')).toBeVisible(longTimeout);
    expect(await readProtocols()).toEqual(['http:']);
  }
  await page.goto(`${host.url}/sites/${idOf(0)}/timeline?recommendation=${idOf(1)}`);
  await page.getByLabel('New note').fill('Seen.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(hostileTexts[0] ?? '')
      .first(),
  ).toBeVisible(longTimeout);
  for (const text of [hostileTexts[0], hostileTexts[6], hostileTexts[9]].map(String)) {
    const problem = { type: text, title: text, detail: text.slice(0, 60_000), status: 422 };
    const errors = [{ parameter: text.slice(0, 60_000), message: text.slice(0, 60_000) }];
    await page.route('**/reports/timeline*', (route) =>
      route.fulfill({ ...json({ ...problem, errors }), status: 422 }),
    );
    await page.goto(`${host.url}/sites/${idOf(0)}/timeline`);
    await expect(page.getByText('The timeline could not be loaded')).toBeVisible(longTimeout);
  }
  expect(
    await page.locator('img[src="x"], script:not([src]):not([type="application/json"])').count(),
  ).toBe(0);
  expect(new URL(page.url()).origin).toBe(host.url);
  expect(incidents).toEqual([]);
  // Positive control: a violation is detected.
  await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'alert(1)';
      document.body.append(script);
    } catch {
      // Blocked by the policy, which reports it in the console.
    }
  });
  await expect.poll(() => incidents.length).toBeGreaterThan(0);
});

test('data of the previous key is not shown after signing in with another, even after going back', {
  tag: '@walk',
}, async ({ page, host }) => {
  await signIn(page, host);
  const heldResponse = Promise.withResolvers<void>();
  await page.route('**/reports/timeline*', async (route) => {
    const response = await route.fetch();
    await heldResponse.promise;
    await route.fulfill({ response }).catch(() => {});
  });
  const abortedRequest = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/reports/timeline'),
  );
  await openSite(page, host);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await abortedRequest).failure()?.errorText).toContain('ABORTED');
  await page.unroute('**/reports/timeline*');
  await submitKey(page, 'sample-business');
  await expect(page.getByLabel('Open a site by its ID')).toBeVisible();
  heldResponse.resolve();
  await page.goBack();
  await expect(page.getByText(/Site not found|Open a site by its ID/).first()).toBeVisible();
  expect(await page.textContent('body')).not.toContain('Northwind');
  await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline`);
  await expect(page.getByRole('alert')).toContainText('Site not found');
  expect(await page.textContent('body')).not.toContain('Northwind');
});

/** Words from the site's report that the sign-in page must not show: the site's address and two of its brands. */
const reportWords = /northwind\.example|Northwind Outfitters|Alder & Pike/;

test('signing out in one tab signs out another tab, as does signing in with another key', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  const other = await page.context().newPage();
  await openSite(other, host);
  await expect(other.getByRole('figure')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByLabel('API key')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  for (const tab of [page, other]) {
    const storageKeys = await tab.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ]);
    expect(storageKeys).toEqual([]);
    // The list of sample keys names the client, but nothing from its report.
    expect(await tab.textContent('body')).not.toMatch(reportWords);
  }

  await submitKey(page, 'sample-agency');
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible();
  await openSite(other, host);
  const third = await page.context().newPage();
  await third.goto(`${host.url}/sign-in`);
  await third.evaluate(async () => {
    await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ apiKey: 'sample-business' }),
    });
  });
  // The next response, to a pending request or to the one that this click sends, signs the tab out.
  await other.evaluate(() => document.querySelector<HTMLInputElement>('input[value=gap]')?.click());
  await expect(other.getByLabel('API key')).toBeVisible();
  expect(await other.textContent('body')).not.toMatch(reportWords);
});

test('a key cannot read another tenant’s data in v1, whatever ID is requested', async ({
  request,
  host,
}) => {
  const get = async (key: string, path: string) => {
    const response = await request.get(host.url + path, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return { status: response.status(), text: await response.text() };
  };
  const clientList = await get('sample-agency', '/v1/clients?limit=100');
  const clients: { id: string; name: string }[] = JSON.parse(clientList.text).data;
  const otherClients = clients.filter(({ id }) => id !== sampleSite.clientId);
  expect(otherClients.length).toBeGreaterThan(15);
  const businessSiteId = '5a3b1e00-517e-4000-8000-000000201001';
  let requests = 0;
  const responseTexts = new Map<string, Set<string>>();
  for (const { id: clientId } of otherClients.slice(0, 12)) {
    const list = await get('sample-agency', `/v1/clients/${clientId}/sites`);
    const sites: { id: string }[] = JSON.parse(list.text).data;
    for (const { id } of [...sites, { id: businessSiteId }]) {
      for (const [kind, path] of [
        ['sites', `/v1/clients/${clientId}/sites`],
        ['site', `/v1/sites/${id}/reports/timeline`],
        ['site', `/v1/sites/${id}/filters`],
        ['site', `/v1/sites/${id}/scans/${id}`],
        ['site', `/v1/sites/${id}/prompts/${id}`],
      ] as const) {
        const { status, text } = await get('sample-client', path);
        requests += 1;
        expect(status, path).toBe(404);
        responseTexts.set(kind, (responseTexts.get(kind) ?? new Set()).add(text));
      }
    }
  }
  // Each response equals, byte for byte, the one for an ID that does not exist.
  const unknownId = '00000000-0000-4000-8000-000000000000';
  expect([...(responseTexts.get('sites') ?? [])]).toEqual([
    (await get('sample-client', `/v1/clients/${unknownId}/sites`)).text,
  ]);
  expect([...(responseTexts.get('site') ?? [])]).toEqual([
    (await get('sample-client', `/v1/sites/${unknownId}/filters`)).text,
  ]);
  expect((await get('sample-business', `/v1/sites/${sampleSite.siteId}/filters`)).status).toBe(404);
  expect((await get('sample-agency', `/v1/sites/${businessSiteId}/filters`)).status).toBe(404);
  const own = await get('sample-client', '/v1/clients');
  for (const { name } of otherClients) expect(own.text).not.toContain(name);
  expect(requests).toBeGreaterThan(100);
});

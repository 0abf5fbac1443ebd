import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { openSite, sampleSite, signIn, typeKey } from './way.ts';

const hostile = [
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
const id = (n: number) => `bad0bad0-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Collects what must not happen: dialogs, breaches of the policy, errors, pages elsewhere. */
function watch(page: Page): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => happened.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) happened.push(message.text());
  });
  return happened;
}

test('hostile texts in every field of every answer stay texts', async ({ page, host }) => {
  test.setTimeout(240_000);
  // Answers of tens of megabytes take their time.
  const patient = { timeout: 60_000 };
  await signIn(page, host);
  const happened = watch(page);
  const labelled = hostile.map((text, n) => ({
    value: `${n}${text.slice(0, 40)}`,
    label: text.slice(0, 10_000),
  }));
  const things = hostile.map((text, n) => ({
    ...{ id: id(n), name: text, websiteUrl: text, url: text, industry: text, description: text },
    ...{ clientId: id(0), createdAt: text, updatedAt: text },
  }));
  const json = (body: unknown) => ({ body: JSON.stringify(body), contentType: 'application/json' });
  await page.route('**/v1/clients?*', (route) => route.fulfill(json({ data: things })));
  await page.route('**/v1/clients/*/sites*', (route) => route.fulfill(json({ data: things })));
  await page.route('**/v1/sites/*/filters*', (route) =>
    route.fulfill(
      json({
        regions: hostile.map((text, n) => ({ code: `R${n}`, label: text.slice(0, 10_000) })),
        models: hostile.map((text, n) => ({
          id: `m${n}`,
          name: text.slice(0, 10_000),
          method: 'web',
        })),
        ...{ tags: labelled, categories: labelled, products: labelled, personas: labelled },
        ...{ journeyStages: labelled, brandMentions: labelled },
        brands: hostile.map((text, n) => ({ id: id(n), label: text })),
      }),
    ),
  );
  await page.route('**/reports/timeline*', (route) =>
    route.fulfill(
      json({
        ...{ metric: '<b>metric</b>', groupBy: 'brand', brand: { id: id(0), name: hostile[0] } },
        series: hostile.map((text, n) => ({
          key: n === 9 ? text : id(n),
          label: n === 8 ? null : text,
          platform: { id: `p${n}`, name: text, method: text },
          points: [1, 2].map((day) => ({
            ...{ date: `2026-01-0${day}`, completedAt: text, value: n },
            scanId: n === 9 ? text : id(day),
          })),
        })),
        ...{ filters: { platform: hostile, region: hostile, startDate: hostile[0], endDate: '' } },
      }),
    ),
  );
  await page.route('**/notes', (route) =>
    route.fulfill(
      json({
        data: hostile.map((text, n) => ({ activityId: id(n), body: text, createdAt: text })),
      }),
    ),
  );
  await page.route('**/scans/*', (route) =>
    route.fulfill(
      json({ id: id(1), status: hostile[0], createdAt: hostile[1], startedAt: hostile[3] }),
    ),
  );
  await page.route('**/prompts/*', (route) =>
    route.fulfill(json({ promptId: id(1), text: hostile[0], category: hostile[1], tags: hostile })),
  );
  await page.goto(`${host.url}/clients`);
  await expect(page.getByText(hostile[0] ?? '', { exact: true }).first()).toBeVisible(patient);
  /** Where the links of a page lead: nowhere but to this host, or to the web. */
  const protocols = () =>
    page
      .locator('a')
      .evaluateAll((links) => [
        ...new Set(
          links.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).protocol),
        ),
      ]);
  for (const n of [2, 9]) {
    await page.goto(`${host.url}/clients/${id(n)}/sites`);
    await expect(page.getByText(hostile[1] ?? '', { exact: true }).first()).toBeVisible(patient);
    expect(await protocols()).toEqual(['http:']);
  }
  for (const panel of [
    '',
    `?scan=${id(1)}`,
    `?prompt=${id(1)}&promptId=${id(1)}`,
    '?tag=<img onerror=alert(1)>',
    '?groupBy=platform',
    '?groupBy=region',
  ]) {
    await page.goto(`${host.url}/sites/${id(0)}/timeline${panel}`);
    await expect(page.getByRole('figure')).toBeAttached(patient);
    await expect(page.getByText(hostile[1] ?? '', { exact: true }).first()).toBeAttached(patient);
    if (/scan|prompt/.test(panel)) await expect(page.getByRole('dialog')).toBeVisible(patient);
    expect(await protocols()).toEqual(['http:']);
  }
  await page.goto(`${host.url}/sites/${id(0)}/timeline?recommendation=${id(1)}`);
  await page.getByLabel('New note').fill('Seen.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(hostile[0] ?? '')
      .first(),
  ).toBeVisible(patient);
  for (const text of [hostile[0], hostile[6], hostile[9]].map(String)) {
    const problem = { type: text, title: text, detail: text.slice(0, 60_000), status: 422 };
    const errors = [{ parameter: text.slice(0, 60_000), message: text.slice(0, 60_000) }];
    await page.route('**/reports/timeline*', (route) =>
      route.fulfill({ ...json({ ...problem, errors }), status: 422 }),
    );
    await page.goto(`${host.url}/sites/${id(0)}/timeline`);
    await expect(page.getByText('The timeline could not be loaded')).toBeVisible(patient);
  }
  expect(
    await page.locator('img[src="x"], script:not([src]):not([type="application/json"])').count(),
  ).toBe(0);
  expect(new URL(page.url()).origin).toBe(host.url);
  expect(happened).toEqual([]);
  // What it listens for would have been heard.
  await page.evaluate(() => {
    const made = document.createElement('script');
    try {
      made.textContent = 'alert(1)';
      document.body.append(made);
    } catch {
      // Refused by the policy, which says so in the console.
    }
  });
  await expect.poll(() => happened.length).toBeGreaterThan(0);
});

test('answers to the key before are never drawn for the key after, nor on Back', async ({
  page,
  host,
}) => {
  await signIn(page, host);
  const late = Promise.withResolvers<void>();
  await page.route('**/reports/timeline*', async (route) => {
    const answer = await route.fetch();
    await late.promise;
    await route.fulfill({ response: answer }).catch(() => {});
  });
  const broken = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/reports/timeline'),
  );
  await openSite(page, host);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await broken).failure()?.errorText).toContain('ABORTED');
  await page.unroute('**/reports/timeline*');
  await typeKey(page, 'sample-business');
  await expect(page.getByLabel('Open a site by its ID')).toBeVisible();
  late.resolve();
  await page.goBack();
  await expect(page.getByText(/Site not found|Open a site by its ID/).first()).toBeVisible();
  expect(await page.textContent('body')).not.toContain('Northwind');
  await page.goto(`${host.url}/sites/${sampleSite.siteId}/timeline`);
  await expect(page.getByRole('alert')).toContainText('Site not found');
  expect(await page.textContent('body')).not.toContain('Northwind');
});

/** Words of the site's page: its address and its brands. */
const reportWords = /northwind\.example|Northwind Outfitters|Alder & Pike/;

test('signing out ends every tab, and another key in one tab ends the session of the others', async ({
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
    const kept = await tab.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ]);
    expect(kept).toEqual([]);
    // The sample keys on the page name the client, and nothing that only its report does.
    expect(await tab.textContent('body')).not.toMatch(reportWords);
  }

  await typeKey(page, 'sample-agency');
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
  await other.getByRole('radio', { name: 'Gap' }).click();
  await expect(other.getByLabel('API key')).toBeVisible();
  expect(await other.textContent('body')).not.toMatch(reportWords);
});

test('no key reads a word of another tenant, whatever id it names', async ({ request, host }) => {
  const ask = async (key: string, path: string) => {
    const answer = await request.get(host.url + path, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return { status: answer.status(), text: await answer.text() };
  };
  const everything = await ask('sample-agency', '/v1/clients?limit=100');
  const clients: { id: string; name: string }[] = JSON.parse(everything.text).data;
  const others = clients.filter(({ id }) => id !== sampleSite.clientId);
  expect(others.length).toBeGreaterThan(40);
  const business = '5a3b1e00-517e-4000-8000-000000201001';
  let asked = 0;
  const seen = new Map<string, Set<string>>();
  for (const { id: clientId } of others.slice(0, 12)) {
    const list = await ask('sample-agency', `/v1/clients/${clientId}/sites`);
    const sites: { id: string }[] = JSON.parse(list.text).data;
    for (const { id } of [...sites, { id: business }]) {
      for (const [kind, path] of [
        ['sites', `/v1/clients/${clientId}/sites`],
        ['site', `/v1/sites/${id}/reports/timeline`],
        ['site', `/v1/sites/${id}/filters`],
        ['site', `/v1/sites/${id}/scans/${id}`],
        ['site', `/v1/sites/${id}/prompts/${id}`],
      ] as const) {
        const { status, text } = await ask('sample-client', path);
        asked += 1;
        expect(status, path).toBe(404);
        seen.set(kind, (seen.get(kind) ?? new Set()).add(text));
      }
    }
  }
  // Byte for byte what an id that nobody has gives.
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect([...(seen.get('sites') ?? [])]).toEqual([
    (await ask('sample-client', `/v1/clients/${nobody}/sites`)).text,
  ]);
  expect([...(seen.get('site') ?? [])]).toEqual([
    (await ask('sample-client', `/v1/sites/${nobody}/filters`)).text,
  ]);
  expect((await ask('sample-business', `/v1/sites/${sampleSite.siteId}/filters`)).status).toBe(404);
  expect((await ask('sample-agency', `/v1/sites/${business}/filters`)).status).toBe(404);
  const own = await ask('sample-client', '/v1/clients');
  for (const { name } of others) expect(own.text).not.toContain(name);
  expect(asked).toBeGreaterThan(100);
});

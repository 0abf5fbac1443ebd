import type { Route } from '@playwright/test';
import { findBuiltScriptPattern } from './built-file.ts';
import { expect, test } from './host.ts';
import { beginSession, sampleSite, signIn } from './navigation.ts';

/** The list of clients, which is shown before, requests the reports of other sites. */
const reportPattern = `**/${sampleSite.siteId}/reports/timeline*`;

/** Whether a request is for the site's timeline by brand. A comparison also requests timelines by platform and by region. */
const isByBrand = (address: string): boolean => {
  const { pathname, searchParams } = new URL(address);
  const isReport = pathname.endsWith(`/${sampleSite.siteId}/reports/timeline`);
  return isReport && !searchParams.has('groupBy');
};

/** The script of the timeline's page, without its loader. */
const timelineScript = findBuiltScriptPattern(
  'src/dashboard/routes/sites.$siteId.timeline.tsx?tsr-split=component',
);
const timelinePath = `/sites/${sampleSite.siteId}/timeline`;

for (const [description, search] of [
  ['without parameters', ''],
  ['with several parameters', '?metric=gap&platform=gemini_app&range=30d&zone=UTC&tag=a%20b'],
  ['with invalid parameters', '?metric=nothing&platform=&x=1&startDate=2026-02-30'],
]) {
  test(`a timeline ${description} is requested once, before the page's own code loads`, async ({
    page,
    host,
  }) => {
    await beginSession(page, host);
    const heldScripts: Route[] = [];
    const requests: string[] = [];
    page.on('request', (request) => {
      if (isByBrand(request.url())) requests.push(request.url());
    });
    await page.route('**/assets/index-*.js', (route) => {
      heldScripts.push(route);
    });
    const earlyRequest = page.waitForRequest(reportPattern);
    await page.goto(host.url + timelinePath + search, { waitUntil: 'commit' });
    await earlyRequest;
    await expect.poll(() => heldScripts.length).toBeGreaterThan(0);
    await expect(page.locator('#root')).toBeEmpty();
    for (const route of heldScripts) await route.continue();
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
    expect(requests).toHaveLength(1);
  });
}

test('a refused early request is not repeated, and its error is shown', async ({ page, host }) => {
  await beginSession(page, host);
  let requests = 0;
  await page.route(reportPattern, (route) => {
    requests += 1;
    return route.fulfill({ status: 403, json: {} });
  });
  const heldScripts: Route[] = [];
  await page.route(timelineScript, (route) => {
    heldScripts.push(route);
  });
  const reportResponse = page.waitForResponse(reportPattern);
  // The page's own code sends this request right after it claims the early response.
  const siteListResponse = page.waitForResponse('**/v1/clients/*/sites*');
  await page.goto(`${host.url}/clients/${sampleSite.clientId}${timelinePath}`, {
    waitUntil: 'commit',
  });
  await reportResponse;
  await siteListResponse;
  await expect(page.locator('#root')).toBeEmpty();
  for (const route of heldScripts) await route.continue();
  await expect(page.getByText('The timeline could not be loaded')).toBeVisible();
  expect(requests).toBe(1);
});

test('an early script that loads after the page sent its own request does not send another', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (isByBrand(request.url())) requests.push(request.url());
  });
  const heldEarlyScript = Promise.withResolvers<Route>();
  await page.route('**/assets/early-*.js', (route) => heldEarlyScript.resolve(route));
  const heldScripts: Route[] = [];
  await page.route(timelineScript, (route) => {
    heldScripts.push(route);
  });
  const reportResponse = page.waitForResponse(reportPattern);
  await page.goto(host.url + timelinePath, { waitUntil: 'commit' });
  await reportResponse;
  await expect(page.locator('#root')).toBeEmpty();
  const earlyScriptResponse = page.waitForResponse('**/assets/early-*.js');
  await (await heldEarlyScript.promise).continue();
  await (await earlyScriptResponse).finished();
  for (const route of heldScripts) await route.continue();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
  expect(requests).toHaveLength(1);
});

test('only a timeline page with a session loads the early script', async ({ page, host }) => {
  const countEarlyScripts = async () => page.locator('script[src*="early"]').count();
  await page.goto(host.url + timelinePath);
  expect(await countEarlyScripts()).toBe(0);
  await signIn(page, host);
  await page.goto(`${host.url}/clients`);
  expect(await countEarlyScripts()).toBe(0);
  await page.goto(host.url + timelinePath);
  expect(await countEarlyScripts()).toBe(1);
});

for (const [view, paths, content] of [
  ['answers', ['/answers', '/filters', '/reports/timeline'], 'list'],
  ['sources', ['/reports/sources', '/reports/counts', '/reports/timeline'], 'table'],
  ['report', ['/reports/timeline'], 'article'],
] as const) {
  test(`what the page ${view} shows first is requested once, before the code that shows them loads`, async ({
    page,
    host,
  }) => {
    await beginSession(page, host);
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const path = paths.find((end) => pathname.endsWith(`v1/sites/${sampleSite.siteId}${end}`));
      if (path !== undefined && !search.includes('groupBy')) requests.push(path);
    });
    const heldScripts: Route[] = [];
    await page.route(
      findBuiltScriptPattern(`src/dashboard/routes/sites.$siteId.${view}.tsx?tsr-split=component`),
      (route) => {
        heldScripts.push(route);
      },
    );
    await page.goto(`${host.url}/sites/${sampleSite.siteId}/${view}`, { waitUntil: 'commit' });
    await expect.poll(() => requests.toSorted()).toEqual([...paths].toSorted());
    await expect(page.locator('#root')).toBeEmpty();
    for (const route of heldScripts) await route.continue();
    await expect(page.getByRole(content).first()).toBeVisible();
    expect(requests.toSorted()).toEqual([...paths].toSorted());
  });
}

test('clients and their overview are requested once, before the code that shows them loads', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/v1\/(?:clients|overview)$/.test(pathname)) requests.push(pathname);
  });
  const heldScripts: Route[] = [];
  await page.route(
    findBuiltScriptPattern('src/dashboard/routes/clients.index.tsx?tsr-split=component'),
    (route) => {
      heldScripts.push(route);
    },
  );
  await page.goto(`${host.url}/clients`, { waitUntil: 'commit' });
  const expected = ['/sightline/v1/overview', '/v1/clients'];
  await expect.poll(() => requests.toSorted()).toEqual(expected);
  await expect(page.locator('#root')).toBeEmpty();
  for (const route of heldScripts) await route.continue();
  await expect(page.getByText(/^(?:No|\d+) .*real drop/)).toBeVisible();
  expect(requests.toSorted()).toEqual(expected);
});

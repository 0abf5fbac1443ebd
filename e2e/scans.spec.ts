import type { Locator, Page } from '@playwright/test';
import * as v from 'valibot';
import { pathTo } from '../src/contract/every-endpoint.ts';
import { Answer, ListedAnswerPage } from '../src/contract/sightline/answers.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect, type Host, withSampleHost } from './host.ts';
import { readLayoutShifts } from './layout-shifts.ts';
import { findHorizontalOverflows, waitForPaint } from './measure.ts';
import { beginSession, openSite, sampleSite, signIn } from './navigation.ts';
import { states } from './states.ts';

/** Scans change the sample data, so these tests share their host with no others. */
const test = base.extend<object, { host: Host }>({
  host: [async ({}, use) => withSampleHost(use), { scope: 'worker', timeout: 240_000 }],
});

/** How long a scan of the sample may take on a slow machine, in milliseconds. */
const scanTimeout = 150_000;
const { siteId } = sampleSite;
const outletId = '5a3b1e00-517e-4000-8000-000000001002';

test.describe.configure({ timeout: 240_000 });

const newestScan = (page: Page): Locator =>
  page.getByRole('region', { name: 'All scans' }).getByRole('listitem').first();

/** The number of scans on the timeline in view. */
async function readScanCount(page: Page): Promise<number> {
  const text = await page.getByText(/^median of \d+ scans$/).textContent();
  return Number(/(\d+) scans$/.exec(text ?? '')?.[1]);
}

async function openScans(page: Page, host: Host, id: string = siteId): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${id}/scans`);
}

/** An answer of Perplexity in a scan that has pages found but not cited, which not every answer has. */
async function findAnswerWithRetrieved(page: Page, host: Host, scanId: string): Promise<string> {
  const read = async (path: string) => {
    const headers = { Authorization: 'Bearer sample-agency' };
    const response = await page.request.get(host.url + path, { headers });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const query = new URLSearchParams({ scanId, platform: 'perplexity_sonar_pro' });
  const list = await read(`${pathTo('answers', { siteId })}?${query}`);
  for (const { id } of v.parse(ListedAnswerPage, list).data) {
    const answer = await read(pathTo('answer', { siteId, answerId: id }));
    if (v.parse(Answer, answer).retrieved.length > 0) return id;
  }
  throw new Error('No answer has pages that were found but not cited.');
}

test('a newcomer runs a scan and reads what it measured @walk', async ({ page, host }) => {
  await signIn(page, host);
  await page.getByRole('link', { name: 'Northwind Group' }).first().click();
  await page.locator(`main a[href*="/sites/${siteId}"]`).first().click();
  // The last 30 days would lose a scan at midnight.
  await openSite(page, host, '?dates=all');
  const scanCount = await readScanCount(page);
  await page.getByRole('link', { name: 'Scans', exact: true }).click();
  await expect(page.getByText('The answers are invented, and cost nothing')).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();

  await expect(page.getByRole('progressbar', { name: 'Scan running' })).toBeVisible();
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  await page.getByRole('link', { name: /^Scan \d+%.* of 192 answers$/ }).click();
  await expect(newestScan(page)).toContainText('By Sample agency');
  await expect(newestScan(page)).toContainText('Completed', { timeout: scanTimeout });
  await expect(newestScan(page)).toContainText('192 answers');

  await newestScan(page).getByRole('button').first().click();
  const panel = page.getByRole('dialog', { name: /^Scan of / });
  await expect(panel.getByText('16 questions')).toBeVisible();
  await panel.getByRole('link', { name: 'Show its figures' }).click();
  await expect(page).toHaveURL(/\/timeline\?.*scan=/);
  const scanId = new URL(page.url()).searchParams.get('scan');
  await page.keyboard.press('Escape');
  await openSite(page, host, '?dates=all');
  await expect.poll(() => readScanCount(page)).toBe(scanCount + 1);

  await page.goto(
    `${host.url}/sites/${siteId}/answers?scanId=${scanId}&platform=perplexity_sonar_pro`,
  );
  await expect(page.getByRole('button', { name: /^Remove “Scan: / })).toBeVisible();
  const answerId = await findAnswerWithRetrieved(page, host, `${scanId}`);
  await page.getByRole('list', { name: 'Answers' }).locator(`[data-answer="${answerId}"]`).click();
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer.getByRole('heading', { name: 'Searched for' })).toBeVisible();
  await expect(
    answer.getByRole('list', { name: 'Sources' }).getByRole('link').first(),
  ).toBeVisible();
  await expect(answer.getByText(/found but not cited/)).toBeVisible();
  await expect(answer.getByText(/sonar-sample-pro/)).toBeVisible();
});

test('a new client is saved and asked about from one form @walk', async ({ page, host }) => {
  await signIn(page, host);
  await page.getByRole('link', { name: 'New client' }).click();
  const client = page.getByRole('region', { name: 'Client' });
  await client.getByLabel('Name', { exact: true }).fill('Alder & Pike');
  await client.getByLabel('Website').fill('https://alderpike.example');
  const questions = ['Which paint lasts longest?', 'Which paint dries first?'];
  await page.getByLabel('Add questions').fill(questions.join('\n'));
  const step = page.getByRole('region', { name: 'Where and when' });
  await step.getByLabel('Regions').fill('Germany');
  await step.getByLabel('Regions').press('Enter');
  await step.getByLabel('Times that each question is asked').fill('3');
  await expect(step.getByText('Nothing is asked until there is a ceiling')).toBeVisible();
  await step.getByLabel('Ceiling of a scan').fill('1');
  await step.getByLabel('Ceiling of a month').fill('5');
  await expect(step.getByText('at no cost')).toBeVisible();
  await expect(step.getByText('Nothing is asked')).toBeHidden();
  await page.getByRole('button', { name: 'Save and run' }).click();

  await expect(page).toHaveURL(/\/sites\/[^/]+\/scans\?client=/);
  await expect(page.getByRole('heading', { level: 1, name: 'alderpike.example' })).toBeVisible();
  await expect(newestScan(page)).toContainText('Completed', { timeout: scanTimeout });
  await expect(newestScan(page)).toContainText('18 answers');
});

test('a cancelled scan measures nothing, and continues when the rest of its questions is asked', async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${outletId}/setup`);
  await page.getByLabel('Times that each question is asked').fill('5');
  await page.getByRole('button', { name: 'Save and run' }).click();
  await expect(page.getByRole('progressbar', { name: 'Scan running' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('button', { name: 'Cancel the scan' }).click();
  await expect(newestScan(page)).toContainText('Cancelled');
  await expect(newestScan(page)).toContainText('Too few questions were answered');

  await newestScan(page).getByRole('button', { name: 'Retry what was not answered' }).click();
  await expect(page.getByRole('progressbar', { name: 'Scan running' })).toBeVisible();
  await expect(newestScan(page)).toContainText('Completed', { timeout: scanTimeout });
  await expect(newestScan(page)).toContainText('120 answers');
  await expect(newestScan(page).getByRole('button', { name: /^Retry/ })).toBeHidden();
});

test('a key without the right to run scans sees no page of scans', async ({ page, host }) => {
  await page.goto(host.url);
  await page.getByLabel('API key').fill('sample-readonly');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.goto(`${host.url}/sites/${siteId}/timeline`);
  await expect(page.getByRole('link', { name: 'Report', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scans', exact: true })).toBeHidden();
  await page.goto(`${host.url}/sites/${siteId}/scans`);
  await expect(page.getByText('This key does not have permission to run scans.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run now' })).toBeHidden();
});

test('every scan fits windows of any width, with its time on one line', async ({ page, host }) => {
  await beginSession(page, host);
  const state = states.find(({ name }) => name === 'scans with failed questions');
  await state?.intercept?.(page);
  await state?.open(page, host);
  const times = page.getByRole('region', { name: 'All scans' }).locator('li button[data-printed]');
  await expect(times).toHaveCount(3);
  for (const width of [320, 375, 640, 768, 896, 1024, 1360]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForPaint(page);
    expect(await findHorizontalOverflows(page), `at ${width} px`).toEqual([]);
    for (const time of await times.all())
      expect((await time.boundingBox())?.height, `at ${width} px`).toBeLessThan(30);
  }
});

for (const width of [1360, 375])
  test(`notices of many failed scans hardly move the clients at ${width} px`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await beginSession(page, host);
    const problems = ['1', '2', '3', '4'].map((digit) => ({
      siteId: siteId.replace(/.$/, digit),
      siteName: `Shop ${digit}`,
      clientId: sampleSite.clientId,
      reason: 'The newest scan failed. The platform refused the key (status 401).',
      since: null,
    }));
    await page.route('**/sightline/v1/collecting', (route) =>
      route.fulfill({ json: { running: [], lastEndedAt: null, problems } }),
    );
    await page.goto(`${host.url}/clients`);
    await expect(page.locator('main time').first()).toBeVisible();
    const button = page.getByRole('button', { name: 'Show 3 more sites with problems' });
    await expect(button).toBeVisible();
    await waitForPaint(page);
    const shifts = await readLayoutShifts(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    // The threshold below which a shift counts as good.
    expect(sum, shifts.map(({ moves }) => moves).join('\n')).toBeLessThan(0.1);
    await button.click();
    await expect(page.getByRole('link', { name: /^Shop \d$/ })).toHaveCount(4);
    await expectAccessible(page);
  });

test('the progress in the header leaves room for the breadcrumb', async ({ page, host }) => {
  await beginSession(page, host);
  const progress = { state: 'running', questions: 192, answered: 60, failed: 0 };
  const scan = { siteId, siteName: 'Shop', clientId: null, scanId: siteId, ...progress };
  await page.route('**/sightline/v1/collecting', (route) =>
    route.fulfill({ json: { running: [scan], lastEndedAt: null, problems: [] } }),
  );
  await openSite(page, host);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /^Scan \d+%/ })).toBeVisible();
  const client = header.getByRole('link', { name: 'Northwind Group' });
  await expect(client).toBeVisible();
  for (const width of [320, 375, 481, 641, 768, 900, 1024, 1360]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForPaint(page);
    expect((await client.boundingBox())?.width, `at ${width} px`).toBeGreaterThanOrEqual(20);
  }
});

for (const [width, colorScheme] of [
  [1360, 'light'],
  [375, 'dark'],
] as const) {
  test.describe(`${width} px wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme });

    test('the page is accessible and as wide as the window before, during and after a scan', async ({
      page,
      host,
    }) => {
      const check = async () => {
        await expectAccessible(page);
        expect(await findHorizontalOverflows(page)).toEqual([]);
      };
      await openScans(page, host);
      await expect(newestScan(page)).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Run now' }).click();
      await expect(page.getByRole('progressbar', { name: 'Scan running' })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel…' }).click();
      await check();
      await page.getByRole('button', { name: 'Let it run' }).click();
      await page.getByRole('link', { name: 'Sources', exact: true }).click();
      await expect(page.getByRole('link', { name: /^Scan \d+%/ })).toBeVisible();
      await check();
      await page.getByRole('link', { name: 'Scans', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible({
        timeout: scanTimeout,
      });
      await newestScan(page).getByRole('button').first().click();
      await expect(page.getByRole('dialog', { name: /^Scan of / })).toBeVisible();
      await expect(page.getByText('16 questions')).toBeVisible();
      await check();
    });
  });
}

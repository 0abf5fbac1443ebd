import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;
const lockedQuestion = 'platform=chatgpt_app&platform=gemini_app';
const lockedSearch = `?range=30d&${lockedQuestion}`;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Opens the share drawer on the timeline and waits until its title is filled in. */
async function openDrawer(page: Page, host: Host, search = lockedSearch): Promise<void> {
  await beginSession(page, host);
  await openSite(page, host, search);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share' }).getByLabel('Title')).toHaveValue(
    sampleSite.name,
  );
}

/** Creates a link to the timeline and the given pages of the sample site. */
async function createLink(
  page: Page,
  host: Host,
  { pages = [] }: { pages?: readonly string[] } = {},
): Promise<string> {
  await openDrawer(page, host);
  const drawer = page.getByRole('dialog', { name: 'Share' });
  for (const name of pages) await drawer.getByRole('checkbox', { name, exact: true }).check();
  await drawer.getByRole('button', { name: 'Create link' }).click();
  const field = drawer.getByRole('textbox', { name: 'Link' });
  await expect(field).toBeVisible();
  return field.inputValue();
}

/** Creates a link to pages of the sample site without opening any page. */
async function requestLink(
  page: Page,
  host: Host,
  {
    pages,
    ...more
  }: { pages: readonly string[]; title?: string; question?: string; passphrase?: string },
): Promise<string> {
  const response = await page.request.post(`${host.url}/sightline/v1/sites/${siteId}/shares`, {
    headers: { Authorization: 'Bearer sample-agency' },
    data: {
      title: sampleSite.name,
      pages,
      question: lockedQuestion,
      dates: {
        range: '30d',
        startDate: null,
        endDate: null,
        compare: null,
        compareStart: null,
        compareEnd: null,
      },
      ...more,
    },
  });
  expect(response.status()).toBe(201);
  const { secret } = await response.json();
  return `${host.url}/s#${secret}`;
}

/** Opens another person's browser and records the method, address and headers of every request from its page. */
async function openVisitor(browser: Browser) {
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const sentRequests: string[] = [];
  page.on('request', (request) => {
    sentRequests.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`);
  });
  return { context, page, sentRequests };
}

const headingOf = (page: Page) => page.getByRole('heading', { name: sampleSite.name, level: 1 });

test('two clicks on the timeline copy a link, which opens what is shared and nothing else', {
  tag: '@walk',
}, async ({ page, host, browser }) => {
  await openDrawer(page, host);
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Link copied to the clipboard.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${host.url}/s#sl_[\\w-]+$`));

  const visitor = await openVisitor(browser);
  await visitor.page.goto(link);
  await expect(headingOf(visitor.page)).toBeVisible();
  await expect(visitor.page).toHaveURL(`${host.url}/s/sites/${siteId}/timeline`);
  await expect(visitor.page.getByText('Northwind Outdoor')).toBeVisible();
  // A fragment in the address of a shared page points to a part of that page, and is not taken for a link's secret.
  await visitor.page.goto(`${host.url}/s/sites/${siteId}/timeline#content`);
  await visitor.page.reload();
  await expect(headingOf(visitor.page)).toBeVisible();
  await expect(visitor.page.getByText('Sample data: everything here is invented.')).toBeVisible();
  const chips = visitor.page.getByRole('list', { name: 'Chosen filters' });
  await expect(chips.getByRole('listitem')).toHaveText(['ChatGPT', 'Gemini']);
  await expect(chips.getByRole('button')).toHaveCount(0);
  await expect(visitor.page.getByTitle('Set by this link')).toContainText('Last 30 days');
  const absentButtons = /^(?:Dates|Compare|Notes|Copy link|Share|Sign out|Search|Remove .*)/;
  await expect(visitor.page.getByRole('button', { name: absentButtons })).toHaveCount(0);
  const views = visitor.page.getByRole('navigation', { name: 'Pages of this site' });
  await expect(views.getByRole('link')).toHaveText(['Timeline']);
  await expect(visitor.page.getByRole('checkbox', { name: 'Perplexity', exact: true })).toHaveCount(
    0,
  );

  // Whatever a visitor types into the address bar, the locked filters and dates stay.
  await visitor.page.goto(
    `${host.url}/s/sites/${siteId}/timeline?range=year&platform=claude_api&recommendation=5a3b1e00-4ec0-4000-8000-000001001001`,
  );
  await expect(chips.getByRole('listitem')).toHaveText(['ChatGPT', 'Gemini']);
  await expect(visitor.page.getByTitle('Set by this link')).toContainText('Last 30 days');
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
  for (const path of [`/sites/${siteId}/matrix`, '/clients', '/sign-in', '']) {
    await visitor.page.goto(`${host.url}/s${path}`);
    await expect(visitor.page).toHaveURL(`${host.url}/s/sites/${siteId}/timeline`);
    await expect(headingOf(visitor.page)).toBeVisible();
  }
  await visitor.page.goto(`${host.url}/sites/${siteId}/timeline`);
  await expect(visitor.page.getByLabel('API key')).toBeVisible();
  await visitor.context.close();
});

test('the secret does not appear in any address, header, history entry or storage after arrival', async ({
  page,
  host,
  browser,
}) => {
  const link = await createLink(page, host, { pages: ['Matrix', 'Answers', 'Sources', 'Report'] });
  const [, secret = ''] = link.split('#');
  expect(secret.length).toBeGreaterThan(40);
  const visitor = await openVisitor(browser);
  await visitor.page.addInitScript(() => {
    // Every state and address that the page adds to the history.
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name].bind(history);
      history[name] = (state, unused, url) => {
        seen.push(`${JSON.stringify(state)} ${String(url)}`);
        original(state, unused, url);
      };
    }
  });
  await visitor.page.goto(link);
  await expect(headingOf(visitor.page)).toBeVisible();
  for (const [name, title] of [
    ['Matrix', /by platform and region/],
    ['Answers', / · Answers/],
    ['Sources', / · Sources/],
    ['Report', / report/],
    ['Timeline', /by brand/],
  ] as const) {
    await visitor.page.getByRole('link', { name, exact: true }).click();
    await expect(visitor.page).toHaveURL(new RegExp(`/s/sites/${siteId}/${name.toLowerCase()}`));
    // The address changes before the page, and a click on a tab of the previous page could be lost.
    await expect(visitor.page).toHaveTitle(title);
    await expect(headingOf(visitor.page)).toBeVisible();
  }
  const pageContents = await visitor.page.evaluate(() =>
    JSON.stringify([
      Reflect.get(window, 'seen'),
      history.state,
      location.href,
      document.referrer,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.documentElement.outerHTML,
    ]),
  );
  expect(pageContents).not.toContain(secret);
  expect(visitor.sentRequests.length).toBeGreaterThan(10);
  expect(visitor.sentRequests.filter((request) => request.includes(secret))).toEqual([]);
  // Going back never leads to the link with the secret.
  for (let step = 0; step < 5; step += 1) {
    await visitor.page.goBack();
    expect(visitor.page.url()).not.toContain(secret);
  }
  await visitor.context.close();
});

test('a link with an altered path leaves no secret in the address bar', async ({
  page,
  host,
  browser,
}) => {
  const link = await createLink(page, host);
  const [, secret = ''] = link.split('#');
  const visitor = await openVisitor(browser);
  await visitor.page.goto(`${host.url}/s/sites/${siteId}/timeline#${secret}`);
  await expect(visitor.page.getByText(/^This link no longer works/)).toBeVisible();
  expect(visitor.page.url()).not.toContain(secret);
  await visitor.page.goto(`${host.url}/s/#${secret}`);
  await expect(headingOf(visitor.page)).toBeVisible();
  expect(visitor.page.url()).toBe(`${host.url}/s/sites/${siteId}/timeline`);
  await visitor.context.close();
});

for (const path of ['/S', '/sx', '/']) {
  for (const isSignedIn of [false, true]) {
    test(`the secret of a link to ${path}, opened by mistake ${isSignedIn ? 'with' : 'without'} a session, is sent and stored nowhere`, async ({
      host,
      browser,
    }) => {
      const secret = 'sl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      const visitor = await openVisitor(browser);
      if (isSignedIn) await beginSession(visitor.page, host);
      const expectNoTrace = async () => {
        expect(visitor.sentRequests.filter((request) => request.includes(secret))).toEqual([]);
        const { pathname, search, stored } = await visitor.page.evaluate(() => ({
          pathname: location.pathname,
          search: location.search,
          stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
        }));
        expect(pathname + search + stored).not.toContain(secret);
      };
      await visitor.page.goto(`${host.url}${path}#${secret}`);
      if (!isSignedIn) {
        await expect(visitor.page.getByLabel('API key')).toBeVisible();
        await expectNoTrace();
        await visitor.page.reload();
        await visitor.page.getByLabel('API key').fill('sample-agency');
        await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      }
      const title = path === '/' ? 'Clients' : 'Page not found';
      await expect(visitor.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expectNoTrace();
      await visitor.page.reload();
      await expect(visitor.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expectNoTrace();
      await visitor.context.close();
    });
  }
}

test('revoking a link ends it at once, and does not end the visitor’s own session', async ({
  page,
  host,
  browser,
}) => {
  const link = await createLink(page, host);
  const visitor = await openVisitor(browser);
  await beginSession(visitor.page, host);
  await visitor.page.goto(link);
  await expect(headingOf(visitor.page)).toBeVisible();

  const list = page.getByRole('region', { name: 'Links for this site' });
  await list
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click();
  await list.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(list.getByRole('button', { name: 'Revoke the link' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveCount(0);

  // A page that is still loading notices the revocation by itself, and then no longer has the radio button.
  const endedMessage = visitor.page.getByText(/This link no longer works/);
  await visitor.page.getByRole('radio', { name: 'Sentiment' }).or(endedMessage).click();
  await expect(endedMessage).toBeVisible();
  await visitor.page.goto('about:blank');
  await visitor.page.goto(link);
  await expect(visitor.page.getByText(/This link does not work/)).toBeVisible();
  await openSite(visitor.page, host);
  await visitor.context.close();
});

test('a link asks for its passphrase, and a wrong one is reported', { tag: '@walk' }, async ({
  page,
  host,
}) => {
  const link = await requestLink(page, host, {
    pages: ['timeline'],
    passphrase: 'four calm words',
  });
  await page.goto(`${host.url}/s#not-a-secret`);
  await expect(page.getByText(/This link does not work/)).toBeVisible();
  // Opens the right link in the same tab.
  await page.goto(link);
  const field = page.getByLabel('Passphrase');
  await field.fill('three loud words');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong passphrase');
  await expectAccessible(page);
  await field.fill('four calm words');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(headingOf(page)).toBeVisible();
});

for (const [name, findContent] of [
  ['Answers', (page) => page.getByRole('list', { name: 'Answers' })],
  ['Sources', (page) => page.getByRole('table', { name: 'Domains' })],
  ['Matrix', (page) => page.getByRole('grid')],
  ['Report', (page) => page.getByRole('article')],
] as const satisfies readonly (readonly [string, (page: Page) => Locator])[]) {
  test(`a link to ${name} alone opens that page without the timeline`, { tag: '@walk' }, async ({
    page,
    host,
  }) => {
    const link = await requestLink(page, host, { pages: [name.toLowerCase()] });
    const refusedUrls: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refusedUrls.push(response.url());
    });
    await page.goto(link);
    await expect(headingOf(page)).toBeVisible();
    await expect(findContent(page)).toBeVisible();
    await expect(page.getByText('Open timeline')).toHaveCount(0);
    expect(refusedUrls).toEqual([]);
  });
}

for (const width of [1360, 375]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the drawer is accessible before and after a link is created', async ({ page, host }) => {
      await beginSession(page, host);
      await openSite(page, host, lockedSearch);
      if (width < 640) await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByLabel('Title')).toHaveValue(sampleSite.name);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create link' }).click();
      await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the shared pages are accessible', async ({ page, host }) => {
      // Checks five pages in both colour schemes.
      test.setTimeout(240_000);
      const link = await requestLink(page, host, {
        title: 'November for the board',
        pages: ['timeline', 'matrix', 'answers', 'sources', 'report'],
        question: 'platform=chatgpt_app&region=US',
      });
      await page.goto(link);
      for (const [name, content] of [
        ['Timeline', page.getByRole('table', { name: /as a table$/ })],
        ['Matrix', page.getByRole('grid')],
        ['Answers', page.getByRole('list', { name: 'Answers' })],
        ['Sources', page.getByRole('table', { name: 'Domains' })],
        ['Report', page.getByRole('article', { name: 'Report' })],
      ] as const) {
        await test.step(name, async () => {
          await page.getByRole('link', { name, exact: true }).click();
          await expect(page.getByText('November for the board')).toBeVisible();
          await expect(headingOf(page)).toBeVisible();
          await expect(content).toBeVisible();
          await expect(page.getByRole('progressbar')).toHaveCount(0);
          await expectAccessible(page);
        });
      }
    });

    test('the page of a link that does not work is accessible', async ({ page, host }) => {
      await page.goto(`${host.url}/s#not-a-secret`);
      await expect(page.getByRole('alert')).toContainText('This link does not work');
      await expectAccessible(page);
    });
  });
}

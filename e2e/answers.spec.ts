import type { Page } from '@playwright/test';
import { isSoak } from '../tests/setup/soak.ts';
import { expectAccessible } from './accessible.ts';
import { expect, type Host, test } from './host.ts';
import { beginSession, openSite, sampleSite } from './navigation.ts';

const { siteId } = sampleSite;
const listOf = (page: Page) => page.getByRole('list', { name: 'Answers' });

async function openAnswers(page: Page, host: Host, search = '?range=30d'): Promise<void> {
  await beginSession(page, host);
  await page.goto(`${host.url}/sites/${siteId}/answers${search}`);
  await expect(listOf(page).getByRole('listitem').first()).toBeVisible();
}

const wideTable = `|${' column |'.repeat(30)}\n|${'-|'.repeat(30)}\n|${' cell |'.repeat(30)}`;
/** A text with many Markdown features and hostile content. */
const markdown = [
  '# Tents for a storm',
  '**Northwind Outfitters** is named first, then [a test](https://tests.example/storm?x=1).',
  '### Deeper\n\n1. One\n2. Two\n\n- [x] done\n- [ ] open\n\n> A quote with `code`.',
  wideTable,
  '![A pixel](https://tracker.example/pixel.png) <img src="https://tracker.example/raw.png">',
  '<script>document.title = "taken over"</script> [bad](javascript:alert(1))',
  'x'.repeat(10_000),
  'abc \u202e left to right?',
].join('\n\n');

/** Serves every answer with a text, a mark on "Northwind Outfitters", three citations and any further details. */
const serveText = (page: Page, answerText = markdown, details: object = {}) =>
  page.route('**/sightline/v1/sites/*/answers/*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const brandId = answer.mentions[0]?.brandId ?? siteId;
    const start = answerText.indexOf('Northwind');
    const marks = [{ brandId, start, end: start + 'Northwind Outfitters'.length }];
    const owner = { id: brandId, name: 'Northwind' };
    const citations = [
      { url: 'https://tests.example/storm', title: 'A test', domain: 'tests.example', owner: null },
      { url: 'https://northwind.example/', title: null, domain: 'northwind.example', owner },
      { url: 'javascript:alert(1)', title: 'Bad', domain: '', owner: null },
    ];
    const evidence = { text: answerText, marks, citations, sources: 3 };
    await route.fulfill({ response, json: { ...answer, ...evidence, ...details } });
  });

async function openFirstAnswer(page: Page): Promise<void> {
  await listOf(page).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Tents for a storm' })).toBeVisible();
}

for (const width of [1360, 320, ...(isSoak ? [375] : [])]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('the list and the chosen answer are accessible, and only the wide table scrolls', async ({
      page,
      host,
    }) => {
      await serveText(page);
      await openAnswers(page, host);
      await expectAccessible(page);
      await openFirstAnswer(page);
      await expectAccessible(page);
    });

    test('an answer beside others from the same scan is accessible', async ({ page, host }) => {
      await serveText(page);
      await openAnswers(page, host);
      await openFirstAnswer(page);
      await page.getByRole('button', { name: 'Same prompt in this scan' }).click();
      await expect(page.getByText('The text is the same.').first()).toBeVisible();
      await expectAccessible(page);
    });

    test('an empty list and a missing chosen answer are accessible', async ({ page, host }) => {
      await openAnswers(page, host, '?answer=missing');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${host.url}/sites/${siteId}/answers?tag=none`);
      await expect(
        page.getByRole('button', { name: 'Clear the search, filters and dates' }),
      ).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('a hostile text runs no script, loads nothing from other servers and has only safe links', {
  tag: '@walk',
}, async ({ page, host }) => {
  const requestedOrigins: string[] = [];
  page.on('request', (request) => requestedOrigins.push(new URL(request.url()).origin));
  await serveText(page);
  await openAnswers(page, host);
  await openFirstAnswer(page);
  expect(new Set(requestedOrigins)).toEqual(new Set([host.url]));
  expect(await page.title()).not.toContain('taken over');
  const article = page.getByRole('article', { name: 'Answer' });
  await expect(article.locator('img, script, iframe')).toHaveCount(0);
  for (const link of await article.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https?:/);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  }
});

const icon = 'data:image/png;base64,iVBORw0KGgo=';
/** How platforms write answers. */
const platformText = [
  '    Northwind Outfitters for R&amp;D&nbsp;&ndash; 9&#8239;/&#x202f;10 &foo; AT&T',
  '## Tents for a storm',
  `[![](${icon})Guide](https://guide.example/) ![](https://icons.example/favicon.ico)`,
  'Good.\ue200cite\ue202turn0search0\ue202turn0news1\ue201 \ue203Light\ue204<br>2 kg<sup>1</sup>',
  '| Brand | Score |\n|---|---|\n| R&amp;D | 9&nbsp;/&nbsp;10 |',
].join('\n\n');

test('an answer with entities, pictures, citations and tags is rendered as Markdown under the page’s own policy', {
  tag: '@walk',
}, async ({ page, host }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await serveText(page, platformText);
  await openAnswers(page, host);
  await openFirstAnswer(page);
  const article = page.getByRole('article', { name: 'Answer' });
  await expect(article.locator('mark')).toHaveText('Northwind Outfitters');
  await expect(article.getByRole('table')).toContainText('R&D');
  await expect(article.locator('pre, p[class*="plain_"]')).toHaveCount(0);
  const shown = ((await article.textContent()) ?? '').replaceAll('&foo;', '');
  expect(shown).not.toMatch(/&\w+;|base64|[\uE000-\uF8FF]|turn0|<br>|Picture/);
  expect(errors).toEqual([]);
});

test('a hostile text of 30,000 characters is shown in full as plain text', async ({
  page,
  host,
}) => {
  await serveText(page, `# Tents for a storm\n\n${'a\n-\n'.repeat(7_490)}`);
  await openAnswers(page, host);
  await listOf(page).getByRole('link').first().click();
  const plain = page.getByRole('article', { name: 'Answer' }).locator('p[class*="plain_"]');
  await expect
    .poll(async () => (await plain.allTextContents()).join('').trim().split('\n').length)
    .toBe(14_982);
});

test('answers that share little stand side by side without word marks', async ({ page, host }) => {
  let served = 0;
  await page.route('**/sightline/v1/sites/*/answers/*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    served += 1;
    const text =
      served === 1
        ? '# Tents for a storm\n\nLook at the poles, the walls and the weight before you buy.'
        : '# Outdoor shops\n\n- Northwind repairs boots for many years.\n- Fernway has low prices.';
    await route.fulfill({ response, json: { ...answer, text, marks: [] } });
  });
  await openAnswers(page, host);
  await openFirstAnswer(page);
  await page.getByRole('button', { name: 'Same prompt in this scan' }).click();
  const view = page.getByRole('region', { name: 'Same prompt in this scan' });
  const note = view.getByText('These answers share too few words to mark the differences.');
  await expect(note.first()).toBeVisible();
  await expect(view.getByRole('heading', { name: 'Outdoor shops' }).first()).toBeVisible();
  await expect(view.locator('[class*="columns"]').locator('ins, del')).toHaveCount(0);
  await expectAccessible(page);
});

test('a focused mark shows its label, and copied text contains no labels', async ({
  page,
  host,
}) => {
  await serveText(page);
  await openAnswers(page, host);
  await openFirstAnswer(page);
  const mark = page.getByRole('article', { name: 'Answer' }).locator('mark').first();
  await mark.focus();
  const label = await mark.getAttribute('data-label');
  await expect(page.getByText(label ?? 'no label', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(label ?? 'no label', { exact: true })).toBeHidden();
  const copied = await mark.evaluate((element) => {
    const paragraph = element.closest('p');
    if (paragraph) window.getSelection()?.selectAllChildren(paragraph);
    return window.getSelection()?.toString();
  });
  expect(copied).toBe('Northwind Outfitters is named first, then a test.');
});

test('the label of a focused mark stays below it after scrolling', async ({ page, host }) => {
  await serveText(page, `# Tents for a storm\n\n${'Words.\n\n'.repeat(90)}Northwind Outfitters`);
  await openAnswers(page, host);
  await openFirstAnswer(page);
  const mark = page.getByRole('article', { name: 'Answer' }).locator('mark');
  const label = page.getByText((await mark.getAttribute('data-label')) ?? 'no label', {
    exact: true,
  });
  const measureGap = async () => {
    const [above, below] = [await mark.boundingBox(), await label.boundingBox()];
    return above && below && Math.round(below.y - above.y - above.height);
  };
  await mark.focus();
  await expect(label).toBeInViewport();
  await expect.poll(measureGap).toBe(2);
  const top = (await mark.boundingBox())?.y ?? 0;
  await page.getByRole('heading', { name: 'Tents for a storm' }).evaluate((heading) => {
    for (let box = heading.parentElement; box; box = box.parentElement) box.scrollTop -= 60;
  });
  await expect.poll(async () => Math.round(((await mark.boundingBox())?.y ?? 0) - top)).toBe(60);
  await expect.poll(measureGap).toBe(2);
});

test('the link to a scan’s answers states how many the list then shows', { tag: '@walk' }, async ({
  page,
  host,
}) => {
  await beginSession(page, host);
  await openSite(page, host, '?platform=chatgpt_app');
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: /^Read the [\d,]+ answers$/ });
  const [count = ''] = /[\d,]+ answers/.exec((await link.textContent()) ?? '') ?? [];
  await link.click();
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ answers$/ })).toHaveText(count);
  await expect(page.getByRole('button', { name: /^Remove “Scan/ })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('the details above an answer fit on two lines', async ({ page, host }) => {
    await serveText(page, markdown, {
      platform: 'Google AI Mode',
      region: 'United States · California',
      run: null,
      model: 'gemini-sample-2-search',
      searched: true,
    });
    await openAnswers(page, host);
    await openFirstAnswer(page);
    const detailsLine = page.getByText(/^Google AI Mode .* web search$/);
    const lines = await detailsLine.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines)).toBe(2);
  });

  test('going back from an answer returns to the same place in the list', async ({
    page,
    host,
  }) => {
    await serveText(page);
    await openAnswers(page, host);
    const row = listOf(page).getByRole('link').nth(20);
    const measureRowTop = () =>
      row.evaluate((link) => Math.round(link.getBoundingClientRect().top));
    await row.click();
    await expect(page.getByRole('dialog', { name: 'Answer' })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    const before = await measureRowTop();
    await page.getByRole('button', { name: 'Next answer' }).click();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await measureRowTop()).toBe(before);
  });
});

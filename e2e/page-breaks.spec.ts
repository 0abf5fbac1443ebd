import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from './host.ts';
import { beginSession, sampleSite } from './navigation.ts';

const { clientId, siteId } = sampleSite;
const clientPath = `/clients/${clientId}/sites`;
const sitePath = `${clientPath}/${siteId}`;
/** A client with more sites than fit on a page of paper. */
const manySitesPath = '/clients/5a3b1e00-c11e-4000-8000-000000000003/sites';

const papers = [
  { format: 'A4', landscape: false },
  { format: 'A4', landscape: true },
  { format: 'Letter', landscape: false },
  { format: 'Letter', landscape: true },
] as const;

const paths = [
  '/clients',
  clientPath,
  manySitesPath,
  `${sitePath}/timeline`,
  `${sitePath}/timeline?range=90d`,
  `${sitePath}/timeline?groupBy=prompt&range=90d`,
  `${sitePath}/matrix?range=30d`,
  `${sitePath}/answers?range=30d`,
  `${sitePath}/sources?range=30d`,
  `${sitePath}/scans`,
  `${sitePath}/report?range=30d&compare=previous`,
  `${sitePath}/report?dates=all`,
];

/** Points above the bottom edge of the paper that only the page number and the report's footer reach. */
const footerHeight = 45;

/** Waits until nothing loads any more. */
async function waitForContent(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/**
 * Covers every row with a link, because a PDF says on which pages a link is. A row's link is `row:/LIST/ROW`, with the
 * number of its table or list, and a heading's `heading:/NUMBER`.
 */
const markRowsAndHeadings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const cover = (element: HTMLElement, box: Element, href: string) => {
      const link = document.createElement('a');
      link.href = href;
      Object.assign(link.style, { position: 'absolute', inset: '0' });
      element.style.position = 'relative';
      box.append(link);
    };
    for (const [listIndex, list] of document
      .querySelectorAll('main :is(tbody, ul, ol)')
      .entries()) {
      const rows = [...list.children].filter((row) => row instanceof HTMLElement);
      const [first, second] = rows.map((row) => row.getBoundingClientRect());
      const isStacked = first && second && second.top >= first.bottom - 1;
      if (!isStacked) continue;
      for (const [index, row] of rows.entries()) {
        cover(row, row.lastElementChild ?? row, `https://row.test/${listIndex}/${index}`);
      }
    }
    for (const [index, heading] of document.querySelectorAll('main :is(h2, h3)').entries()) {
      if (heading instanceof HTMLElement) {
        cover(heading, heading, `https://heading.test/${index}`);
      }
    }
  });

interface PaperPage {
  /** Points from the bottom edge to the lowest text above the footer; null without text. */
  lowestText: number | null;
  /** Of the rows on the page, wholly or in part. */
  rows: readonly string[];
  /** Points from the bottom edge to each heading. */
  headings: readonly number[];
}

async function readPages(pdf: Buffer): Promise<PaperPage[]> {
  const file = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      const heights = items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' ? [Number(item.transform[5])] : [],
      );
      const textHeights = heights.filter((height) => height > footerHeight);
      const links: { url: string; rect: number[] }[] = (await page.getAnnotations()).filter(
        ({ url }: { url?: string }) => url !== undefined,
      );
      const linksTo = (host: string) =>
        links.filter(({ url }) => url.startsWith(`https://${host}/`));
      return {
        lowestText: textHeights.length === 0 ? null : Math.min(...textHeights),
        rows: [...new Set(linksTo('row.test').map(({ url }) => url))],
        headings: linksTo('heading.test').map(({ rect }) => rect[1] ?? Number.NaN),
      };
    }),
  );
}

/** Describes blank pages, rows on two pages, rows alone on a page, and headings at the end of a page. */
function findFaults(pages: readonly PaperPage[]): string[] {
  const pageCounts = Map.groupBy(
    pages.flatMap(({ rows }) => rows),
    (url) => url,
  );
  const listOf = (url: string) => url.slice(0, url.lastIndexOf('/'));
  const listSizes = Map.groupBy(pageCounts.keys(), listOf);
  return [
    ...[...pageCounts].flatMap(([url, { length }]) =>
      length > 1 ? [`${url} is on ${length} pages`] : [],
    ),
    ...pages.flatMap(({ lowestText, rows, headings }, index) => {
      const lists = [...Map.groupBy(rows, listOf)];
      const loneRows = lists.filter(
        ([list, { length }]) => length === 1 && (listSizes.get(list)?.length ?? 0) > 1,
      );
      const isLast = (height: number) => lowestText !== null && height - lowestText < 12;
      return [
        ...(lowestText === null ? [`page ${index + 1} is blank`] : []),
        ...loneRows.map(([, [url]]) => `${url} is alone on page ${index + 1}`),
        ...headings.filter(isLast).map(() => `page ${index + 1} ends with a heading`),
      ];
    }),
  ];
}

async function expectGoodBreaks(page: Page): Promise<void> {
  await waitForContent(page);
  await markRowsAndHeadings(page);
  for (const { format, landscape } of papers) {
    const paper = `${format}, ${landscape ? 'landscape' : 'portrait'}`;
    const pages = await readPages(await page.pdf({ format, landscape }));
    expect(pages.length, `pages of ${paper}`).toBeLessThan(20);
    expect(pages.flatMap(({ rows }) => rows).length, `rows on ${paper}`).toBeGreaterThan(0);
    expect(findFaults(pages), paper).toEqual([]);
  }
}

for (const path of paths) {
  test(`no blank page, cut row or lone row on paper: ${path}`, async ({ page, host }) => {
    await beginSession(page, host);
    await page.goto(host.url + path);
    await expectGoodBreaks(page);
  });
}

test('no blank page, cut row or lone row on paper: an opened answer', async ({ page, host }) => {
  await beginSession(page, host);
  await page.goto(`${host.url}${sitePath}/answers?range=30d`);
  await page.locator('[data-answer]').nth(1).click();
  await expect(page.getByRole('heading', { name: 'Brands named' })).toBeVisible();
  await expectGoodBreaks(page);
});

test('no blank page, cut row or lone row on paper: a shared report', async ({ page, host }) => {
  const response = await page.request.post(`${host.url}/sightline/v1/sites/${siteId}/shares`, {
    headers: { Authorization: 'Bearer sample-agency' },
    data: {
      title: 'November for the board',
      pages: ['report'],
      question: '',
      dates: {
        range: '30d',
        startDate: null,
        endDate: null,
        compare: 'previous',
        compareStart: null,
        compareEnd: null,
      },
    },
  });
  expect(response.status()).toBe(201);
  const { secret } = await response.json();
  await page.goto(`${host.url}/s#${secret}`);
  await expect(page.getByRole('heading', { name: 'Method and definitions' })).toBeVisible();
  await expectGoodBreaks(page);
});

test('the last page of a report is at least a third full', async ({ page, host }) => {
  await beginSession(page, host);
  for (const question of ['range=30d&compare=previous', 'dates=all']) {
    await page.goto(`${host.url}${sitePath}/report?${question}`);
    await expect(page.getByRole('heading', { name: 'Method and definitions' })).toBeVisible();
    await waitForContent(page);
    for (const { format, landscape } of papers) {
      const pages = await readPages(await page.pdf({ format, landscape }));
      const height = { A4: [842, 595], Letter: [792, 612] }[format][landscape ? 1 : 0] ?? 0;
      const filled = height - (pages.at(-1)?.lowestText ?? height);
      expect(filled / height, `${question} on ${format} ${landscape}`).toBeGreaterThan(1 / 3);
    }
  }
});

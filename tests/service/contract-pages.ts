import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { Answer, ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { maxCitedPages, PagesReport } from '../../src/contract/sightline/pages.ts';
import { SourcesReport } from '../../src/contract/sightline/sources.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { accounts, branches, measured, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const id = (n: number) => `00c17e50-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = id(2);
const brands = { tracked: id(3), shop: id(4) };
const prompts = [id(5), id(6)] as const;
const scans = [id(7), id(8)] as const;

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`;
const createPrompt = (promptId: string, text: string) => ({
  type: 'prompt',
  id: promptId,
  siteId,
  text,
  tags: [text],
});
const createScan = (scanId: string, day: number) => ({
  type: 'scan',
  id: scanId,
  siteId,
  status: 'completed',
  createdAt: at(day),
  completedAt: at(day),
});

interface Citation {
  url?: string | null;
  title?: string;
}
let runCount = 0;
const createAnswer = (scan: 0 | 1, prompt: 0 | 1, citations: readonly Citation[]) => {
  runCount += 1;
  return {
    type: 'answer',
    scanId: scans[scan],
    promptId: prompts[prompt],
    platform: 'chatgpt_app',
    region: 'US',
    run: runCount,
    text: 'Tents.',
    citations,
  };
};

/** Links to one page. */
const newestLink = 'http://www.reviews.example/best?utm_source=a';
const olderLinks = [
  'https://reviews.example/best/',
  'https://Reviews.example:443/best#:~:text=x',
  'https://www.google.com/url?q=https%3A%2F%2Freviews.example%2Fbest&sa=U',
];
const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

const records = [
  {
    type: 'client',
    id: id(1),
    accountId: accounts.agency,
    name: 'Citations',
    createdAt: at(1),
  },
  { type: 'site', id: siteId, clientId: id(1), name: 'Citations', createdAt: at(1) },
  {
    type: 'brand',
    id: brands.tracked,
    siteId,
    name: 'Müller',
    role: 'tracked',
    domains: ['www.müller.de', 'WWW.Hoster.example.', 'own.hoster.example'],
  },
  {
    type: 'brand',
    id: brands.shop,
    siteId,
    name: 'Shop',
    role: 'competitor',
    domains: ['www.shop.hoster.example', 'blog.platform.example'],
  },
  createPrompt(prompts[0], 'one'),
  createPrompt(prompts[1], 'two'),
  createScan(scans[0], 2),
  createScan(scans[1], 3),
  createAnswer(1, 0, [{ url: newestLink }, { url: newestLink, title: 'Best tents' }]),
  ...olderLinks.map((url) => createAnswer(0, 0, [{ url, title: 'Old title' }])),
  createAnswer(0, 1, [{ url: 'https://reviews.example/other?page=2' }]),
  createAnswer(1, 1, [
    { url: `${redirect}a`, title: 'reviews.example' },
    { url: `${redirect}b`, title: 'xn--mller-kva.de' },
  ]),
  createAnswer(1, 1, [
    { url: 'https://MÜLLER.de/%C3%BCber' },
    { url: '' },
    { url: 'about:blank', title: 'Nothing' },
    { title: 'No address' },
    { url: 'https://xn--mller-kva.de/%c3%bcber' },
    { url: 'https://own.hoster.example/a' },
    { url: 'https://hoster.example/a' },
    { url: 'https://new.shop.hoster.example/a' },
    { url: 'https://blog.platform.example/a' },
    { url: 'https://platform.example/a' },
  ]),
];

/** Tests what citations count for, in a service whose data these tests may add to. */
export function describePages(client: () => TestClient): void {
  const pagesPath = (search: string, site = siteId) =>
    `${pathTo('pages', { siteId: site })}?${search}`;
  const get = (path: string) => client().callAs('agency', path);
  const readPages = async (search: string, site = siteId) =>
    v.parse(PagesReport, (await get(pagesPath(search, site))).json);
  const readSources = async () =>
    v.parse(SourcesReport, (await get(pathTo('sources', { siteId }))).json);
  const readAnswers = async (search: string) => {
    const path = pathTo('answers', { siteId });
    return v.parse(ListedAnswerPage, (await get(`${path}?${search}`)).json).data;
  };

  describe('citations', () => {
    let skippedCitations = 0;
    beforeAll(async () => {
      const source = recordInput('citations.ndjson', records);
      ({ skippedCitations } = await importMeasurements(client().store, source));
    });

    test('of one page are one row however the page is linked', async () => {
      expect(await readPages('domain=reviews.example')).toEqual({
        answers: 6,
        answersWithoutPages: 1,
        pages: [
          {
            page: 'reviews.example/best',
            url: 'http://www.reviews.example/best',
            title: 'Best tents',
            answers: 4,
            citations: 5,
          },
          {
            page: 'reviews.example/other?page=2',
            url: 'https://reviews.example/other?page=2',
            title: null,
            answers: 1,
            citations: 1,
          },
        ],
        more: 0,
        filters: { platform: [], region: [], startDate: null, endDate: null },
      });
    });

    test.each([
      ['startDate=2026-01-03', 2, ['reviews.example/best']],
      ['endDate=2026-01-02', 4, ['reviews.example/best', 'reviews.example/other?page=2']],
      ['tag=two', 2, ['reviews.example/other?page=2']],
      ['region=DE', 0, []],
      ['startDate=2027-01-01', 0, []],
    ])('are counted with the filters %s', async (search, answers, pages) => {
      const report = await readPages(`domain=reviews.example&${search}`);
      expect(report.answers).toBe(answers);
      expect(report.pages.map(({ page }) => page)).toEqual(pages);
    });

    test('of a page are as many answers as the list of answers and the sources have for its domain', async () => {
      const { domains } = await readSources();
      expect(domains.length).toBeGreaterThan(3);
      for (const { domain, answers } of domains) {
        const search = `domain=${encodeURIComponent(domain ?? '')}`;
        expect((await readPages(search)).answers, search).toBe(answers);
        expect(await readAnswers(search), search).toHaveLength(answers ?? -1);
      }
    });

    test('count for one domain, whatever its spelling, and as a brand’s own if it owns that domain', async () => {
      const tracked = { id: brands.tracked, name: 'Müller' };
      const shop = { id: brands.shop, name: 'Shop' };
      const { domains } = await readSources();
      expect(domains.map(({ domain, owner, answers }) => [domain, owner, answers])).toEqual([
        ['reviews.example', null, 6],
        ['müller.de', tracked, 2],
        // Both of the brand's domains in this domain count as one.
        ['hoster.example', tracked, 1],
        ['blog.platform.example', shop, 1],
        ['platform.example', null, 1],
        ['shop.hoster.example', shop, 1],
      ]);
    });

    test('have the same owner in an answer as in the sources', async () => {
      const ownerByDomain = new Map(
        (await readSources()).domains.map(({ domain, owner }) => [domain, owner]),
      );
      let citationCount = 0;
      for (const { id: answerId } of await readAnswers('')) {
        const { json } = await get(pathTo('answer', { siteId, answerId }));
        for (const { domain, owner } of v.parse(Answer, json).citations) {
          expect(owner).toEqual(ownerByDomain.get(domain));
          citationCount += 1;
        }
      }
      expect(citationCount).toBe(15);
    });

    test.each(['müller.de', 'MÜLLER.de', 'xn--mller-kva.de'])(
      'are found by any spelling of their domain, such as %s',
      async (domain) => {
        const search = new URLSearchParams({ domain }).toString();
        expect(await readPages(search)).toMatchObject({
          answers: 2,
          answersWithoutPages: 1,
          pages: [{ page: 'müller.de/über', answers: 1, citations: 2 }],
        });
        expect(await readAnswers(search)).toHaveLength(2);
      },
    );

    test('that are not web addresses are skipped and counted, and the others keep their order', async () => {
      expect(skippedCitations).toBe(3);
      const [listed] = await readAnswers('domain=platform.example');
      const path = pathTo('answer', { siteId, answerId: listed?.id ?? '' });
      const { citations } = v.parse(Answer, (await get(path)).json);
      expect(citations.map(({ url, domain }) => [url, domain]).slice(0, 3)).toEqual([
        ['https://MÜLLER.de/%C3%BCber', 'müller.de'],
        ['https://xn--mller-kva.de/%c3%bcber', 'müller.de'],
        ['https://own.hoster.example/a', 'hoster.example'],
      ]);
    });

    test('of answers whose pages are not known are counted, but not listed', async () => {
      const { store } = client();
      const writer = await store.beginImport();
      const [scan] = await store.lookups.scans([scans[0]]);
      if (!scan) throw new Error('The scan is not stored.');
      await writer.writeCatalogue({
        accounts: [],
        clients: [],
        sites: [],
        brands: [],
        prompts: [],
        scans: [{ ...scan, id: id(9) }],
        recommendations: [],
      });
      const answer = {
        siteId,
        scanId: id(9),
        promptId: prompts[0],
        platform: 'chatgpt_app',
        region: 'US',
        brandIds: [],
        sentiments: [],
      };
      await writer.writeAnswers([
        // As an earlier version stored it.
        { ...answer, run: 1, domains: ['older.example', 'bü.example'] },
        { ...answer, run: 2, domains: ['older.example'], pages: ['older.example/a'] },
      ]);
      await writer.commit();
      expect(await readPages('domain=older.example')).toMatchObject({
        answers: 2,
        answersWithoutPages: 1,
        // Without a stored citation, the link leads to the page itself.
        pages: [{ page: 'older.example/a', url: 'https://older.example/a', title: null }],
      });
      for (const domain of ['bü.example', 'xn--b-eha.example']) {
        expect(await readPages(new URLSearchParams({ domain }).toString())).toMatchObject({
          answers: 1,
          pages: [],
        });
      }
    });

    test(`of more than ${maxCitedPages} pages of a domain are counted, and the most cited are listed`, async () => {
      const urls = Array.from({ length: maxCitedPages + 2 }, (_, n) => ({
        url: `https://many.example/${String(n).padStart(3, '0')}`,
      }));
      const answers = [0, 1].map((n) => ({
        ...createAnswer(1, 0, n === 0 ? urls.slice(0, 150) : urls.slice(120)),
        scanId: id(10),
      }));
      const scan = createScan(id(10), 4);
      await importMeasurements(client().store, recordInput('many.ndjson', [scan, ...answers]));
      const { pages, more } = await readPages('domain=many.example');
      expect(pages).toHaveLength(maxCitedPages);
      expect(more).toBe(2);
      expect(pages[0]).toMatchObject({ page: 'many.example/120', answers: 2 });
      expect(pages[29]).toMatchObject({ page: 'many.example/149', answers: 2 });
      expect(pages[30]).toMatchObject({ page: 'many.example/000', answers: 1 });
    });

    test.each([
      ['', 422, problemTypes.invalidParameter],
      ['domain=', 422, problemTypes.invalidParameter],
      ['domain=a.example&domain=b.example', 422, problemTypes.invalidParameter],
      ['domain=a.example&groupBy=day', 422, problemTypes.invalidParameter],
      [`domain=a.example&brand=${unknownId}`, 404, problemTypes.brandNotFound],
    ])('are refused with the parameters "%s" with status %i', async (search, status, type) => {
      expect((await get(pagesPath(search))).json).toMatchObject({ status, type });
    });

    test('give 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const site of [unknownId, 'x', branches.other.ids.siteId]) {
        const { json } = await get(pagesPath('domain=acme.example', site));
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });

    test('of another site have no effect', async () => {
      expect(await readPages('domain=reviews.example', measured.siteId)).toMatchObject({
        answers: 0,
        pages: [],
      });
    });
  });
}

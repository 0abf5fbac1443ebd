import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { Answer, ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { PagesReport } from '../../src/contract/sightline/pages.ts';
import { CountsReport } from '../../src/contract/sightline/resources.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { branches, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, brands, prompts, scans } = measured;

type Cell = readonly [scan: keyof typeof scans, prompt: keyof typeof prompts, platform: string];

/** The ID of an answer of the measured site. */
const idOf = ([scan, prompt, platform]: Cell, region = 'US', run = 1) =>
  answerIdOf({ scanId: scans[scan], promptId: prompts[prompt], platform, region, run });

/** Every answer of the completed scans, in the order of the list. */
const allIds = [
  idOf(['silent', 'shoes', 'claude_api']),
  idOf(['silent', 'shoes', 'claude_api'], 'US', 2),
  idOf(['undated', 'shoes', 'claude_api']),
  idOf(['undated', 'care', 'claude_api']),
  idOf(['undated', 'care', 'perplexity_app'], 'US:California'),
  idOf(['first', 'shoes', 'chatgpt_app'], 'US:California'),
  idOf(['first', 'shoes', 'claude_api']),
  idOf(['first', 'care', 'chatgpt_app'], 'DE'),
  idOf(['first', 'care', 'claude_api']),
];
const [firstSilent = '', , undatedShoes = '', undatedCare = '', , naive = '', marked = ''] = allIds;
const [, , , , , , , unnamed = '', betaCare = ''] = allIds;

/** Tests the list of answers and single answers. */
export function describeAnswers(client: () => TestClient): void {
  const request = (search: string, site = siteId) =>
    client().callAs('agency', `${pathTo('answers', { siteId: site })}?${search}`);
  const readPage = async (search: string) =>
    v.parse(ListedAnswerPage, (await request(search)).json);
  const readIds = async (search: string) => (await readPage(search)).data.map(({ id }) => id);
  const requestAnswer = (answerId: string, site = siteId) =>
    client().callAs('agency', pathTo('answer', { siteId: site, answerId }));
  const readAnswer = async (id: string) => v.parse(Answer, (await requestAnswer(id)).json);

  describe('the answers', () => {
    test('are those of completed scans, newest scan first, then by prompt, platform, region and run', async () => {
      expect(await readIds('')).toEqual(allIds);
    });

    test('are listed with all their fields', async () => {
      const { status, json } = await request(`scanId=${scans.first}&region=US&platform=claude_api`);
      expect(status).toBe(200);
      const common = {
        scanId: scans.first,
        completedAt: '2026-01-01T23:30:00.000Z',
        platform: 'claude_api',
        region: 'US',
        run: 1,
        model: 'model-1',
        searched: true,
      };
      expect(json).toEqual({
        data: [
          {
            ...common,
            id: marked,
            promptId: prompts.shoes,
            prompt: 'Are Acme running shoes any good?',
            excerpt: 'Acme shoes are very good. Beta is fine too, says a test.',
            mentions: [
              { brandId: brands.acme, sentiment: 80, place: 1 },
              { brandId: brands.beta, sentiment: 60, place: 2 },
            ],
            sources: 3,
          },
          {
            ...common,
            id: betaCare,
            promptId: prompts.care,
            prompt: 'How do I clean suede?',
            excerpt: 'Use a Beta brush.',
            mentions: [{ brandId: brands.beta, sentiment: 40, place: 1 }],
            sources: 2,
          },
        ],
        nextCursor: null,
        total: 2,
      });
    });

    test('have null for unknown values', async () => {
      const { data } = await readPage('');
      expect(data[0]).toMatchObject({ model: null, searched: null, excerpt: null, sources: 0 });
      expect(data[2]).toMatchObject({ completedAt: null, searched: null });
      expect(data[3]).toMatchObject({ excerpt: null, sources: 1, model: 'model-1' });
      expect(data[5]).toMatchObject({ model: null, searched: false });
      // Without a text, the order of the mentions is unknown.
      expect(data[3]?.mentions.map(({ place }) => place)).toEqual([null, null]);
      expect(data[5]?.mentions).toEqual([{ brandId: brands.acme, sentiment: null, place: 1 }]);
    });

    test.each<[string, string[]]>([
      [`scanId=${scans.silent}&scanId=${scans.undated}`, allIds.slice(0, 5)],
      [`scanId=${scans.failed}`, []],
      [`scanId=${unknownId}`, []],
      [`scanId=${branches.first.ids.scanId}`, []],
      [`mentions=${brands.acme}`, [undatedShoes, allIds[4] ?? '', naive, marked]],
      [`mentions=${brands.acme}&mentions=${brands.beta}`, [marked]],
      [
        `mentions=${brands.acme.toUpperCase()}&mentionsNot=${brands.beta}&scanId=${scans.first}`,
        [naive],
      ],
      [`mentionsNot=${brands.acme}&mentionsNot=${brands.beta}&scanId=${scans.first}`, [unnamed]],
      [`mentions=${brands.acme}&mentionsNot=${brands.acme}`, []],
      ['domain=acme.example', [undatedCare, marked, betaCare]],
      ['domain=ACME.example&domain=beta.example', [undatedShoes, undatedCare, marked, betaCare]],
      ['domain=shop.acme.example', []],
      ['citedPage=acme.example/care', [undatedCare, betaCare]],
      [
        'citedPage=tests.example/shoes&citedPage=https://WWW.acme.example/care/',
        [undatedCare, marked, betaCare],
      ],
      ['citedPage=acme.example', []],
      [`citedPage=acme.example/care&mentions=${brands.delta}`, [undatedCare]],
      ['q=brush&citedPage=acme.example/care', [betaCare]],
      ['q=shoes', [undatedShoes, marked]],
      ['q=ACME+make', [undatedShoes]],
      ['q=make%2C+“acme”', [undatedShoes]],
      ['q=NAÏVE', [naive]],
      ['q=naive', []],
      ['q=shoe', []],
      ['q=a+test', [marked]],
      ['q=wellies', []],
      ['q=tests.example', []],
      ['q=very_good', []],
      ['q=👟', allIds],
      ['q=shoes+brush', []],
      [`q=acme&scanId=${scans.first}&region=US`, [naive, marked]],
      [`q=acme&mentions=${brands.delta}&domain=beta.example`, [undatedShoes]],
      [`q=beta&mentionsNot=${brands.acme}`, [betaCare]],
      [`q=beta&promptId=${prompts.care}`, [betaCare]],
      ['q=', allIds],
      ['startDate=2026-01-02&endDate=2026-01-03&platform=perplexity_app', [allIds[4] ?? '']],
      [`promptId=${prompts.care}&region=US`, [undatedCare, allIds[4] ?? '', betaCare]],
      [`metric=gap&groupBy=region&brandId=${brands.gamma}&tag=none`, []],
    ])('are those that match %s', async (search, expected) => {
      expect(await readIds(search)).toEqual(expected);
    });

    test.each([1, 2, 4])('come in pages of %i, each answer once', async (limit) => {
      for (const filter of ['', `&mentions=${brands.acme}`, '&platform=claude_api', '&q=acme']) {
        const pagedIds: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
          const page: ListedAnswerPage = await readPage(`limit=${limit}${filter}${more}`);
          expect(page.data.length).toBeLessThanOrEqual(limit);
          pagedIds.push(...page.data.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect(pagedIds).toEqual(await readIds(filter));
      }
    });

    test('agree in number with the counts report for each scan', async () => {
      for (const search of ['', 'region=US', `promptId=${prompts.care}`, 'tag=fit']) {
        const path = `${pathTo('counts', { siteId })}?${search}`;
        const { data } = v.parse(CountsReport, (await client().callAs('agency', path)).json);
        for (const { scanId, answers } of data) {
          expect(await readIds(`${search}&scanId=${scanId}`)).toHaveLength(answers ?? 0);
        }
      }
    });

    test.each<[string, number]>([
      ['', 9],
      [`scanId=${scans.undated}`, 3],
      [`mentions=${brands.acme}`, 4],
      [`mentions=${brands.acme}&mentionsNot=${brands.beta}`, 3],
      ['domain=acme.example', 3],
      ['citedPage=acme.example/care', 2],
      [`promptId=${prompts.care}&region=US`, 3],
      ['endDate=2025-01-01', 0],
    ])('that match %s are counted on the first page only', async (search, total) => {
      const { json } = await request(`${search}&limit=1`);
      expect(json).toMatchObject({ total });
      const { nextCursor } = v.parse(ListedAnswerPage, json);
      if (nextCursor === null) return;
      const { json: next } = await request(`${search}&limit=1&cursor=${nextCursor}`);
      expect(next).toMatchObject({ total: null });
    });

    test('with words in their text are counted if they fit on the first page', async () => {
      expect((await request('q=acme&limit=3')).json).toMatchObject({ total: 3 });
      expect((await request('q=acme&limit=2')).json).toMatchObject({ total: null });
    });

    test('that cite a page are as many as the report on cited pages says', async () => {
      for (const domain of ['acme.example', 'tests.example', 'beta.example']) {
        const path = `${pathTo('pages', { siteId })}?domain=${domain}`;
        const { pages } = v.parse(PagesReport, (await client().callAs('agency', path)).json);
        expect(pages).not.toEqual([]);
        for (const { page, answers } of pages) {
          const { json } = await request(`citedPage=${encodeURIComponent(page ?? '')}`);
          expect(json).toMatchObject({ total: answers });
        }
      }
    });

    test('are an empty list for a site without scans', async () => {
      expect((await request('', moreSites.bare)).json).toEqual({
        data: [],
        nextCursor: null,
        total: 0,
      });
    });

    test.each([
      [`mentions=${unknownId}`, 404, problemTypes.brandNotFound],
      [`mentionsNot=${branches.first.brandId}`, 404, problemTypes.brandNotFound],
      [`groupBy=region&brandId=${unknownId}`, 404, problemTypes.brandNotFound],
      [`competitorId=${brands.delta}`, 422, problemTypes.untrackedCompetitor],
      ['startDate=2026-02-01&endDate=2026-01-01', 422, problemTypes.invalidParameter],
      ['mentions=x', 422, problemTypes.invalidParameter],
      ['scanId=x', 422, problemTypes.invalidParameter],
      ['domain=', 422, problemTypes.invalidParameter],
      ['citedPage=', 422, problemTypes.invalidParameter],
      [`q=${'x'.repeat(501)}`, 422, problemTypes.invalidParameter],
      ['limit=0', 422, problemTypes.invalidParameter],
      ['cursor=x', 422, problemTypes.invalidParameter],
    ])('cannot be requested with $0: status $1', async (search, status, type) => {
      const { json } = await request(search);
      expect(json).toMatchObject({ status, type });
    });
  });

  describe('an answer', () => {
    test('has every field that it has in the list', async () => {
      const { data } = await readPage('');
      for (const listed of data) expect(await readAnswer(listed.id)).toMatchObject(listed);
    });

    test('has its text as imported, with the brands marked in it', async () => {
      const { text, marks } = await readAnswer(marked);
      expect(text).toBe(
        'Acme shoes are **very good**. Beta is fine too, says [a test](https://tests.example/shoes "Wellies").',
      );
      expect(marks.map(({ brandId, start, end }) => [brandId, text?.slice(start, end)])).toEqual([
        [brands.acme, 'Acme'],
        [brands.beta, 'Beta'],
      ]);
    });

    test('marks a brand in capitals, but not with a lower-case first letter', async () => {
      const { text, marks } = await readAnswer(naive);
      expect(marks.map(({ start, end }) => text?.slice(start, end))).toEqual(['Acme', 'ACME']);
      expect((await readAnswer(unnamed)).marks).toEqual([]);
    });

    test('has its citations with the domain and the owner of each', async () => {
      const { citations } = await readAnswer(marked);
      expect(citations).toEqual([
        {
          url: 'https://shop.acme.example/shoes',
          title: 'About shop.acme.example/shoes',
          domain: 'acme.example',
          owner: { id: brands.acme, name: 'Acme' },
        },
        ...['tests.example/shoes', 'tests.example/more'].map((url) => ({
          url: `https://${url}`,
          title: `About ${url}`,
          domain: 'tests.example',
          owner: null,
        })),
      ]);
    });

    test('has what was searched for, found and not cited, each page once, and the location', async () => {
      expect(await readAnswer(marked)).toMatchObject({
        queries: ['best running shoes', 'Acme shoes test'],
        retrieved: [
          {
            url: 'https://www.beta.example/shoes',
            title: 'Beta shoes',
            domain: 'beta.example',
            owner: { id: brands.beta, name: 'Beta' },
          },
          { url: 'https://news.example/', title: null, domain: 'news.example', owner: null },
        ],
        location: 'Chicago, US',
      });
    });

    test('whose searches are unknown has none of these', async () => {
      for (const id of [naive, firstSilent]) {
        expect(await readAnswer(id)).toMatchObject({ queries: [], retrieved: [], location: null });
      }
    });

    test('without text has no marks and no excerpt', async () => {
      expect(await readAnswer(undatedCare)).toMatchObject({ text: null, marks: [], excerpt: null });
      expect(await readAnswer(firstSilent)).toMatchObject({ text: null, citations: [] });
    });

    test.each([
      ['of another site', branches.first.ids.answerId],
      ['of a failed scan', idOf(['failed', 'shoes', 'gemini_app'], 'FR')],
      ['of a wider region', idOf(['undated', 'care', 'perplexity_app'], 'US')],
      ['of another run', idOf(['first', 'care', 'claude_api'], 'US', 2)],
      [
        'of a run number that no store can represent',
        idOf(['first', 'care', 'claude_api'], 'US', 65_537),
      ],
      ['with another spelling of an ID', `${marked}=`],
      ['with a truncated ID', marked.slice(0, 20)],
      ['with a UUID as its ID', unknownId],
      ['with a null character as its ID', '%00'],
    ])('%s does not exist', async (_, id) => {
      const unknown = await requestAnswer('unknown');
      expect(unknown.json).toMatchObject({ status: 404, type: problemTypes.answerNotFound });
      const { status, text } = await client().callAs(
        'agency',
        pathTo('answer', { siteId, answerId: '-' }).replace(/-$/, id),
      );
      expect([status, text]).toEqual([404, unknown.text]);
    });
  });
}

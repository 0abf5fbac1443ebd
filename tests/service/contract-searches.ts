import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { ListedAnswerPage } from '../../src/contract/sightline/answers.ts';
import { maxCountedSearches, SearchesReport } from '../../src/contract/sightline/searches.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { accounts, branches, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, prompts } = measured;
const onClaude = { platforms: ['claude_api'] };
const allSearches = [
  { query: 'Acme shoes test', answers: 2, ...onClaude },
  { query: 'best running shoes', answers: 2, ...onClaude },
  { query: 'clean suede', answers: 2, ...onClaude },
];

const id = (n: number) => `0005ea4c-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-01-02T10:00:00Z';
const busySite = id(2);
const createAnswer = (run: number, platform: string, queries: readonly string[]) => ({
  type: 'answer',
  scanId: id(4),
  promptId: id(3),
  platform,
  region: 'US',
  run,
  mentions: [],
  queries,
});
const searchesPerAnswer = 50;
const numberedSearches = Array.from({ length: maxCountedSearches + 5 }, (_, n) => `search ${n}`);
/** A site with more different searches than a report lists. */
const busyRecords = [
  { type: 'client', id: id(1), accountId: accounts.agency, name: 'Searches', createdAt: at },
  { type: 'site', id: busySite, clientId: id(1), name: 'Searches', createdAt: at },
  { type: 'prompt', id: id(3), siteId: busySite, text: 'Which tents last?' },
  {
    type: 'scan',
    id: id(4),
    siteId: busySite,
    status: 'completed',
    createdAt: at,
    completedAt: at,
  },
  ...[1, 2, 3, 4, 5].map((run) =>
    createAnswer(
      run,
      'claude_api',
      numberedSearches.slice((run - 1) * searchesPerAnswer, run * searchesPerAnswer),
    ),
  ),
  createAnswer(1, 'perplexity_app', ['tents 👟', 'Tents 👟', ' ', '']),
  createAnswer(1, 'chatgpt_app', ['tents 👟', 'tents 👟']),
  { ...createAnswer(2, 'chatgpt_app', ['tents 👟']), mentions: null, text: 'Tentwell.' },
];
/** Measures the text again, and adds an answer to the scan. */
const laterRecords = [
  { type: 'brand', id: id(5), siteId: busySite, name: 'Tentwell', role: 'tracked' },
  createAnswer(3, 'chatgpt_app', ['tents 👟']),
];

/** Tests the report on what platforms searched for, in a service whose data these tests may add to. */
export function describeSearches(client: () => TestClient): void {
  const request = (search: string, site = siteId) =>
    client().callAs('agency', `${pathTo('searches', { siteId: site })}?${search}`);
  const readSearches = async (search: string, site = siteId) =>
    v.parse(SearchesReport, (await request(search, site)).json);

  describe('the searches', () => {
    test('are counted once for each answer, the most frequent first, then by text', async () => {
      expect(await readSearches('region=US')).toEqual({
        answers: 4,
        searches: allSearches,
        more: 0,
        filters: expect.objectContaining({ region: ['US'] }),
      });
    });

    test.each<[string, number, [string, number][]]>([
      [
        `promptId=${prompts.care}`,
        2,
        [
          ['clean suede', 2],
          ['best running shoes', 1],
        ],
      ],
      [
        'endDate=2026-01-02&tag=fit&platform=claude_api',
        1,
        [
          ['best running shoes', 1],
          ['clean suede', 1],
        ],
      ],
      ['startDate=2026-01-03&persona=runner', 1, [['Acme shoes test', 1]]],
      ['region=DE', 0, []],
      ['platform=chatgpt_app', 0, []],
      ['startDate=2026-02-01', 0, []],
    ])('of %s are those of %i answers', async (search, answers, counts) => {
      const report = await readSearches(search);
      expect(report.answers).toBe(answers);
      expect(report.searches.map((row) => [row.query, row.answers])).toEqual(counts);
    });

    test('do not depend on the metric, grouping or brands', async () => {
      const { text: whole } = await request('');
      for (const search of [
        'metric=sentiment',
        'groupBy=platform',
        `brand=${measured.brands.beta}`,
      ])
        expect((await request(search)).text).toBe(whole);
    });

    test('agree with the answers', async () => {
      const get = (path: string) => client().callAs('agency', path);
      for (const search of ['', 'region=US', `promptId=${prompts.shoes}`]) {
        const path = `${pathTo('searches', { siteId })}?${search}`;
        await checkAgainstTimeline(path, (await get(path)).json, get);
      }
    });

    test('are empty for a site without scans', async () => {
      expect(await readSearches('', moreSites.bare)).toMatchObject({
        answers: 0,
        searches: [],
        more: 0,
      });
    });

    test('refuse a parameter as the timeline does', async () => {
      const { json, text } = await request('groupBy=day');
      expect(json).toMatchObject({ status: 422, type: problemTypes.invalidParameter });
      const timeline = `/v1/sites/${siteId}/reports/timeline?groupBy=day`;
      expect(text).toBe((await client().callAs('agency', timeline)).text);
    });

    test('return 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const site of [unknownId, 'x', branches.other.ids.siteId]) {
        const { json } = await request('', site);
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });

    describe('of an import', () => {
      beforeAll(() =>
        importMeasurements(client().store, recordInput('searches.ndjson', busyRecords)),
      );

      test('are listed as far as the limit, and the others counted', async () => {
        const { answers, searches, more } = await readSearches('', busySite);
        expect([answers, searches.length, more]).toEqual([8, maxCountedSearches, 7]);
        expect(searches.slice(0, 3)).toEqual([
          { query: 'tents 👟', answers: 3, platforms: ['chatgpt_app', 'perplexity_app'] },
          { query: 'Tents 👟', answers: 1, platforms: ['perplexity_app'] },
          { query: 'search 0', answers: 1, platforms: ['claude_api'] },
        ]);
      });

      test('stay when answers are measured again and others are added', async () => {
        const before = await readSearches('', busySite);
        await importMeasurements(client().store, recordInput('later.ndjson', laterRecords));
        const { answers, searches } = await readSearches('', busySite);
        expect(answers).toBe(9);
        expect(searches[0]).toMatchObject({ query: 'tents 👟', answers: 4 });
        expect(searches.slice(1)).toEqual(before.searches.slice(1));
        const path = pathTo('answers', { siteId: busySite });
        const named = await client().callAs('agency', `${path}?mentions=${id(5)}`);
        expect(v.parse(ListedAnswerPage, named.json).data).toHaveLength(1);
      });
    });
  });
}

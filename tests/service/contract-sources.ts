import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { SourcesReport } from '../../src/contract/sightline/sources.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { branches, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, brands, prompts, scans } = measured;

/** Tests the report on the domains that answers cite. */
export function describeSources(client: () => TestClient): void {
  const pathOf = (search: string, site = siteId) =>
    `${pathTo('sources', { siteId: site })}?${search}`;
  const request = (search: string, site = siteId) =>
    client().callAs('agency', pathOf(search, site));
  const readSources = async (search: string, site = siteId) =>
    v.parse(SourcesReport, (await request(search, site)).json);

  describe('the sources', () => {
    test('list domains, most cited first, with counts of answers, citations and answers that name the tracked brand', async () => {
      const { status, json } = await request('region=US&startDate=2026-01-01');
      expect(status).toBe(200);
      const points = (first: number, undated: number) =>
        [
          { scanId: scans.first, date: '2026-01-01', completedAt: '2026-01-01T23:30:00.000Z' },
          { scanId: scans.undated, date: '2026-01-03', completedAt: null },
          { scanId: scans.silent, date: '2026-01-03', completedAt: '2026-01-03T18:00:00.000Z' },
          { scanId: scans.empty, date: '2026-01-05', completedAt: '2026-01-05T11:00:00.000Z' },
        ].map((point, n) => ({ ...point, answers: [first, undated, 0, 0][n] }));
      expect(json).toEqual({
        answers: 8,
        answersWithSources: 4,
        domains: [
          {
            domain: 'acme.example',
            owner: { id: brands.acme, name: 'Acme' },
            answers: 3,
            citations: 3,
            namedTracked: 1,
            points: points(2, 1),
          },
          {
            domain: 'tests.example',
            owner: null,
            // One of the answers cites it twice.
            answers: 2,
            citations: 3,
            namedTracked: 1,
            points: points(2, 0),
          },
          {
            domain: 'beta.example',
            owner: { id: brands.beta, name: 'Beta' },
            answers: 1,
            citations: 2,
            namedTracked: 1,
            points: points(0, 1),
          },
        ],
        more: 0,
        citedOwn: 3,
        citedNotNamed: 2,
        filters: { platform: [], region: ['US'], startDate: '2026-01-01', endDate: null },
      });
    });

    test.each<[string, [number, number, number], [string, number][]]>([
      [
        '',
        [9, 4, 2],
        [
          ['acme.example', 3],
          ['tests.example', 2],
          ['beta.example', 1],
        ],
      ],
      [
        `promptId=${prompts.care}`,
        [4, 2, 2],
        [
          ['acme.example', 2],
          ['tests.example', 1],
        ],
      ],
      [
        'endDate=2026-01-02',
        [4, 2, 1],
        [
          ['tests.example', 2],
          ['acme.example', 2],
        ],
      ],
      [
        'startDate=2026-01-03',
        [5, 2, 1],
        [
          ['beta.example', 1],
          ['acme.example', 1],
        ],
      ],
      ['platform=chatgpt_app', [2, 0, 0], []],
      ['tag=none', [0, 0, 0], []],
      ['startDate=2027-01-01', [0, 0, 0], []],
    ])('cover the same answers as a timeline with %j', async (search, counts, expected) => {
      const { domains, answers, answersWithSources, citedNotNamed } = await readSources(search);
      expect([answers, answersWithSources, citedNotNamed]).toEqual(counts);
      expect(domains.map((source) => [source.domain, source.answers])).toEqual(expected);
      const { json } = await request(search);
      await checkAgainstTimeline(pathOf(search), json, (path) => client().callAs('agency', path));
    });

    test('have a short form with the numbers of every scan', async () => {
      const path = (search: string) => `${pathTo('domains', { siteId })}?${search}`;
      const { status, json } = await client().callAs(
        'agency',
        path('region=US&endDate=2026-01-03'),
      );
      expect(status).toBe(200);
      expect(json).toEqual({
        scans: [
          {
            scanId: scans.first,
            date: '2026-01-01',
            completedAt: '2026-01-01T23:30:00.000Z',
            answers: 3,
          },
          { scanId: scans.undated, date: '2026-01-03', completedAt: null, answers: 3 },
          {
            scanId: scans.silent,
            date: '2026-01-03',
            completedAt: '2026-01-03T18:00:00.000Z',
            answers: 2,
          },
        ],
        domains: [
          { domain: 'acme.example', answers: [2, 1, 0] },
          { domain: 'tests.example', answers: [2, 0, 0] },
          { domain: 'beta.example', answers: [0, 1, 0] },
        ],
        more: 0,
        filters: { platform: [], region: ['US'], startDate: null, endDate: '2026-01-03' },
      });
      for (const search of ['', 'platform=chatgpt_app', 'tag=none', 'startDate=2027-01-01']) {
        const { json: report } = await client().callAs('agency', path(search));
        await checkAgainstTimeline(path(search), report, (at) => client().callAs('agency', at));
      }
    });

    test('do not depend on the metric, grouping or brands', async () => {
      const { text: whole } = await request('');
      for (const search of [
        'metric=sentiment',
        'metric=gap',
        'groupBy=platform',
        'groupBy=region',
        `brand=${brands.beta}`,
        `groupBy=region&brandId=${brands.gamma}`,
      ]) {
        expect((await request(search)).text).toBe(whole);
      }
    });

    test('are empty for a site without scans, even if it has brands', async () => {
      for (const site of [moreSites.bare, moreSites.untracked]) {
        expect(await readSources('', site)).toMatchObject({
          answers: 0,
          answersWithSources: 0,
          domains: [],
          more: 0,
          citedOwn: 0,
          citedNotNamed: 0,
        });
      }
    });

    test.each([
      [`groupBy=region&brandId=${unknownId}`, 404, problemTypes.brandNotFound],
      [`competitorId=${brands.delta}`, 422, problemTypes.untrackedCompetitor],
      ['groupBy=day', 422, problemTypes.invalidParameter],
      ['startDate=2026-02-01&endDate=2026-01-01', 422, problemTypes.invalidParameter],
    ])(
      'refuse %s with status %i and the same error as the timeline',
      async (search, status, type) => {
        const { json, text } = await request(search);
        expect(json).toMatchObject({ status, type });
        const v1 = await client().callAs(
          'agency',
          `/v1/sites/${siteId}/reports/timeline?${search}`,
        );
        expect(text).toBe(v1.text);
      },
    );

    test('return 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const id of [unknownId, 'x', branches.other.ids.siteId]) {
        const { json } = await request('', id);
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });
}

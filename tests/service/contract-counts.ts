import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { CountsReport } from '../../src/contract/sightline/resources.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, brands, prompts, scans } = measured;

/** Tests the counts of answers behind each scan of a timeline. */
export function describeCounts(client: () => TestClient): void {
  const request = (search: string, site = siteId) =>
    client().callAs('agency', `${pathTo('counts', { siteId: site })}?${search}`);
  /** Reads the number of answers and the number of prompts for each scan. */
  const readCounts = async (search: string) =>
    v
      .parse(CountsReport, (await request(search)).json)
      .data.map(({ answers, prompts }) => [answers, prompts]);

  describe('the counts', () => {
    test('cover every completed scan, oldest first, and list the applied filters', async () => {
      const { status, json } = await request('platform=claude_api&startDate=2026-01-01');
      expect(status).toBe(200);
      expect(json).toEqual({
        data: [
          { scanId: scans.first, date: '2026-01-01', answers: 2, prompts: 2 },
          { scanId: scans.undated, date: '2026-01-03', answers: 2, prompts: 2 },
          { scanId: scans.silent, date: '2026-01-03', answers: 2, prompts: 1 },
          { scanId: scans.empty, date: '2026-01-05', answers: 0, prompts: 0 },
        ],
        prompts: 2,
        namedFirst: [
          { brandId: brands.acme, answers: 2, first: 2 },
          { brandId: brands.beta, answers: 2, first: 1 },
          { brandId: brands.delta, answers: 1, first: 0 },
        ],
        filters: {
          platform: ['claude_api'],
          region: [],
          startDate: '2026-01-01',
          endDate: null,
        },
      });
    });

    test.each<[string, [number, number][]]>([
      [
        '',
        [
          [4, 2],
          [3, 2],
          [2, 1],
          [0, 0],
        ],
      ],
      [
        'region=US',
        [
          [3, 2],
          [3, 2],
          [2, 1],
          [0, 0],
        ],
      ],
      [
        'region=US:California',
        [
          [1, 1],
          [1, 1],
          [0, 0],
          [0, 0],
        ],
      ],
      [
        `promptId=${prompts.care}`,
        [
          [2, 1],
          [2, 1],
          [0, 0],
          [0, 0],
        ],
      ],
      [
        'tag=price&tag=fit',
        [
          [4, 2],
          [3, 2],
          [2, 1],
          [0, 0],
        ],
      ],
      [
        'brandMention=mentions_tracked_brand',
        [
          [2, 1],
          [1, 1],
          [2, 1],
          [0, 0],
        ],
      ],
      [
        'tag=none',
        [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      ],
      ['endDate=2026-01-02', [[4, 2]]],
    ])('cover the same answers as a timeline with %j', async (search, expected) => {
      expect(await readCounts(search)).toEqual(expected);
      const path = `${pathTo('counts', { siteId })}?${search}`;
      const { json } = await request(search);
      await checkAgainstTimeline(path, json, (v1Path) => client().callAs('agency', v1Path));
    });

    test.each<[string, number]>([
      ['', 2],
      ['region=US:California', 2],
      ['startDate=2026-01-03&platform=perplexity_app', 1],
      ['tag=none', 0],
    ])('include the number of different prompts in all scans with %j', async (search, expected) => {
      expect((await request(search)).json).toMatchObject({ prompts: expected });
    });

    test('include how often each brand is named first, without answers whose order is unknown', async () => {
      expect((await request('region=DE&region=US:California')).json).toMatchObject({
        namedFirst: [{ brandId: brands.acme, answers: 1, first: 1 }],
      });
      expect((await request('', moreSites.bare)).json).toMatchObject({
        prompts: 0,
        namedFirst: [],
      });
    });

    test('do not depend on metric, grouping or brands', async () => {
      const whole = await readCounts('');
      for (const search of [
        'metric=sentiment',
        'metric=gap',
        'groupBy=platform',
        'groupBy=region',
        `brand=${brands.beta}`,
        `groupBy=region&brandId=${brands.gamma}`,
      ]) {
        expect(await readCounts(search)).toEqual(whole);
      }
    });

    test('are empty for a site without scans', async () => {
      expect((await request('', moreSites.bare)).json).toMatchObject({ data: [] });
    });

    test.each([
      [`groupBy=region&brandId=${unknownId}`, 404, problemTypes.brandNotFound],
      [`competitorId=${brands.delta}`, 422, problemTypes.untrackedCompetitor],
      ['groupBy=day', 422, problemTypes.invalidParameter],
      ['startDate=2026-02-01&endDate=2026-01-01', 422, problemTypes.invalidParameter],
    ])(
      'are refused for %s with %i and the same error as the timeline',
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
  });
}

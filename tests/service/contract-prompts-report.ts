import { describe, expect, test } from 'vitest';
import { metrics } from '../../src/contract/enums.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { measured, moreSites, unknownId, untrackedBrands } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, brands, prompts, scans } = measured;

/** Tests the report of one brand by prompt. */
export function describePromptsReport(client: () => TestClient): void {
  const request = (search: string, site = siteId) =>
    client().callAs('agency', `${pathTo('promptsReport', { siteId: site })}?${search}`);

  describe('the report by prompt', () => {
    test('has a series for each prompt with an answer, highest mean first', async () => {
      const { status, json } = await request('');
      expect(status).toBe(200);
      const points = (...values: (number | null)[]) => {
        const scanIds = [scans.first, scans.undated, scans.silent, scans.empty];
        return values.map((value, n) => expect.objectContaining({ scanId: scanIds[n], value }));
      };
      expect(json).toEqual({
        metric: 'visibility',
        groupBy: 'prompt',
        brand: { id: brands.acme, name: 'Acme' },
        series: [
          {
            key: prompts.shoes,
            label: 'Are Acme running shoes any good?',
            points: points(100, 100, 0, null),
          },
          {
            key: prompts.care,
            label: 'How do I clean suede?',
            points: points(0, 50, null, null),
          },
        ],
        more: 0,
        filters: { platform: [], region: [], startDate: null, endDate: null },
      });
    });

    test('is sorted by the means of the requested brand, with prompts without values last', async () => {
      const readKeys = async (search: string) =>
        Object((await request(search)).json).series.map(({ key }: { key: string }) => key);
      expect(await readKeys(`brandId=${brands.gamma}`)).toEqual([prompts.care, prompts.shoes]);
      expect(await readKeys(`metric=sentiment&brandId=${brands.gamma}`)).toEqual([
        prompts.care,
        prompts.shoes,
      ]);
    });

    test.each([
      ...metrics.map((metric) => `metric=${metric}`),
      ...metrics.map((metric) => `metric=${metric}&brandId=${brands.beta}`),
      'region=US',
      'platform=claude_api&platform=chatgpt_app',
      `promptId=${prompts.care}`,
      'brandMention=mentions_tracked_brand',
      'startDate=2026-01-03&endDate=2026-01-03',
      'tag=none+such',
      `brand=${brands.beta}&competitorId=${brands.gamma}`,
    ])('with %s has the same points for each prompt as the v1 timeline', async (search) => {
      const { status, json } = await request(search);
      expect(status).toBe(200);
      const path = `${pathTo('promptsReport', { siteId })}?${search}`;
      await checkAgainstTimeline(path, json, (v1Path) => client().callAs('agency', v1Path));
    });

    test('is empty for a site without a tracked brand, but names a requested brand', async () => {
      const empty = { brand: null, series: [], more: 0 };
      expect((await request('', moreSites.untracked)).json).toMatchObject(empty);
      expect((await request('', moreSites.bare)).json).toMatchObject(empty);
      const named = await request(`brandId=${untrackedBrands.echo}`, moreSites.untracked);
      expect(named.json).toMatchObject({ brand: { id: untrackedBrands.echo }, series: [] });
    });

    test.each([
      [`brandId=${unknownId}`, 404, problemTypes.brandNotFound],
      [`competitorId=${brands.delta}`, 422, problemTypes.untrackedCompetitor],
      ['metric=fame', 422, problemTypes.invalidParameter],
      ['startDate=2026-02-01&endDate=2026-01-01', 422, problemTypes.invalidParameter],
    ])(
      'refuses %s with status %i and the same error as the timeline',
      async (search, status, type) => {
        const { json, text } = await request(search);
        expect(json).toMatchObject({ status, type });
        const v1 = await client().callAs(
          'agency',
          `/v1/sites/${siteId}/reports/timeline?groupBy=region&${search}`,
        );
        expect(text).toBe(v1.text);
      },
    );

    test('ignores the groupBy parameter', async () => {
      expect((await request('groupBy=brand')).text).toBe((await request('')).text);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { metrics } from '../../src/contract/enums.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { checkAgainstTimeline } from '../properties/check-against-timeline.ts';
import { measured, moreSites, unknownId, untrackedBrands } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, brands, prompts } = measured;

/** Tests the matrix of one brand by platform and region. */
export function describeMatrix(client: () => TestClient): void {
  const request = (search: string, site = siteId) =>
    client().callAs('agency', `${pathTo('matrix', { siteId: site })}?${search}`);

  describe('the matrix', () => {
    test('has a cell for each combination with an answer, and a point for each scan', async () => {
      const { status, json } = await request('');
      expect(status).toBe(200);
      const valuesOf = (platform: string, region: string) =>
        Object(json)
          .cells.find(
            (cell: object) => Object(cell).platform === platform && Object(cell).region === region,
          )
          ?.points.map(({ value }: { value: unknown }) => value);
      expect(json).toMatchObject({
        metric: 'visibility',
        brand: { id: brands.acme, name: 'Acme' },
        platforms: [
          { id: 'claude_api', name: 'Claude API', method: 'api' },
          { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' },
          { id: 'perplexity_app', name: 'Perplexity', method: 'web' },
        ],
        regions: [
          { code: 'DE', label: 'Germany' },
          { code: 'US', label: 'United States' },
          { code: 'US:California', label: 'United States · California' },
        ],
        filters: { platform: [], region: [], startDate: null, endDate: null },
      });
      expect(Object(json).cells).toHaveLength(4);
      expect(valuesOf('claude_api', 'US')).toEqual([50, 50, 0, null]);
      expect(valuesOf('chatgpt_app', 'DE')).toEqual([0, null, null, null]);
      expect(valuesOf('chatgpt_app', 'US:California')).toEqual([100, null, null, null]);
      expect(valuesOf('perplexity_app', 'US:California')).toEqual([null, 100, null, null]);
      expect(valuesOf('gemini_app', 'FR')).toBeUndefined();
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
    ])('with %s has the same points as the v1 timelines of each platform', async (search) => {
      const { status, json } = await request(search);
      expect(status).toBe(200);
      const path = `${pathTo('matrix', { siteId })}?${search}`;
      await checkAgainstTimeline(path, json, (v1Path) => client().callAs('agency', v1Path));
    });

    test('is empty for a site without a tracked brand, but names a requested brand', async () => {
      const empty = { brand: null, platforms: [], regions: [], cells: [] };
      expect((await request('', moreSites.untracked)).json).toMatchObject(empty);
      expect((await request('', moreSites.bare)).json).toMatchObject(empty);
      const named = await request(`brandId=${untrackedBrands.echo}`, moreSites.untracked);
      expect(named.json).toMatchObject({ brand: { id: untrackedBrands.echo }, cells: [] });
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

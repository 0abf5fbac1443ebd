import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { TimelineReport } from '../../src/contract/resources.ts';
import { branches, measured, moreSites, unknownId, untrackedBrands } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { brands, scans, prompts, siteId } = measured;
const timelineOf = (site: string, query = '') => `/v1/sites/${site}/reports/timeline${query}`;

/** Keys and values of all series, in the order of the report. */
const valuesByKey = (report: TimelineReport) =>
  report.series.map((series) => [series.key, series.points.map((point) => point.value)]);

/** Tests timelines of the measured site against values calculated by hand from its ten answers. */
export function describeTimeline(client: () => TestClient): void {
  const readReport = async (query: string, site: string = siteId) => {
    const response = await client().callAs('agency', timelineOf(site, query));
    expect(response.status, response.text).toBe(200);
    return v.parse(TimelineReport, response.json);
  };
  const readValues = async (query: string, site: string = siteId) =>
    valuesByKey(await readReport(query, site));
  const readError = async (query: string, site: string = siteId) => {
    const { status, json } = await client().callAs('agency', timelineOf(site, query));
    return { status, json };
  };

  describe('the timeline', () => {
    test('shows visibility by brand if there are no parameters', async () => {
      const { json } = await client().callAs('agency', timelineOf(siteId));
      const points = (numbers: (number | null)[]) => [
        {
          date: '2026-01-01',
          completedAt: '2026-01-01T23:30:00.000Z',
          value: numbers[0],
          scanId: scans.first,
        },
        { date: '2026-01-03', completedAt: null, value: numbers[1], scanId: scans.undated },
        {
          date: '2026-01-03',
          completedAt: '2026-01-03T18:00:00.000Z',
          value: numbers[2],
          scanId: scans.silent,
        },
        {
          date: '2026-01-05',
          completedAt: '2026-01-05T11:00:00.000Z',
          value: numbers[3],
          scanId: scans.empty,
        },
      ];
      expect(json).toStrictEqual({
        metric: 'visibility',
        groupBy: 'brand',
        brand: { id: brands.acme, name: 'Acme' },
        series: [
          { key: brands.acme, label: 'Acme', points: points([50, 200 / 3, 0, null]) },
          { key: brands.beta, label: 'Beta', points: points([50, 0, 0, null]) },
          { key: brands.gamma, label: 'gamma', points: points([0, 100 / 3, 0, null]) },
          { key: brands.delta, label: 'Delta', points: points([0, 200 / 3, 0, null]) },
        ],
        filters: { platform: [], region: [], startDate: null, endDate: null },
      });
    });

    test.each([
      [
        'shareOfVoice',
        [50, 40, null, null],
        [50, 0, null, null],
        [0, 20, null, null],
        [0, 40, null, null],
      ],
      [
        'sentiment',
        [80, 60.25, null, null],
        [50, null, null, null],
        [null, 10, null, null],
        [null, 25, null, null],
      ],
      [
        'gap',
        [50, 100 / 3, 100, null],
        [50, 100, 100, null],
        [100, 200 / 3, 100, null],
        [100, 100 / 3, 100, null],
      ],
    ])(
      'of %s by brand equals the values calculated by hand',
      async (metric, acme, beta, gamma, delta) => {
        expect(await readValues(`?metric=${metric}`)).toEqual([
          [brands.acme, acme],
          [brands.beta, beta],
          [brands.gamma, gamma],
          [brands.delta, delta],
        ]);
      },
    );

    test.each([
      ['visibility', [50, 50, 0, null], [50, null, null, null], [null, 100, null, null]],
      ['shareOfVoice', [100 / 3, 25, null, null], [100, null, null, null], [null, 100, null, null]],
      ['sentiment', [80, 70.5, null, null], [null, null, null, null], [null, 50, null, null]],
      ['gap', [50, 50, 100, null], [50, null, null, null], [null, 0, null, null]],
    ])(
      'of %s of the tracked brand by platform equals the values calculated by hand',
      async (metric, claude, chatgpt, perplexity) => {
        expect(await readValues(`?groupBy=platform&metric=${metric}`)).toEqual([
          ['claude_api', claude],
          ['chatgpt_app', chatgpt],
          ['perplexity_app', perplexity],
        ]);
      },
    );

    test.each([
      ['visibility', [0, null, null, null], [50, 50, 0, null], [100, 100, null, null]],
      ['shareOfVoice', [null, null, null, null], [100 / 3, 25, null, null], [100, 100, null, null]],
      ['sentiment', [null, null, null, null], [80, 70.5, null, null], [null, 50, null, null]],
      ['gap', [100, null, null, null], [50, 50, 100, null], [0, 0, null, null]],
    ])(
      'of %s of the tracked brand by region equals the values calculated by hand',
      async (metric, germany, us, california) => {
        expect(await readValues(`?groupBy=region&metric=${metric}`)).toEqual([
          ['DE', germany],
          ['US', us],
          ['US:California', california],
        ]);
      },
    );

    test('describes the platform in series by platform, but not in series by region', async () => {
      const { json } = await client().callAs('agency', timelineOf(siteId, '?groupBy=platform'));
      expect(json).toMatchObject({
        series: [
          {
            label: 'Claude API',
            platform: { id: 'claude_api', name: 'Claude API', method: 'api' },
          },
          { label: 'ChatGPT', platform: { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' } },
          { label: 'Perplexity' },
        ],
      });
      const regions = await client().callAs('agency', timelineOf(siteId, '?groupBy=region'));
      expect(regions.text).not.toContain('"platform":{');
      expect(regions.text).toContain('"label":"United States · California"');
    });

    test('measures the brand in brandId when grouping by platform or region', async () => {
      const beta = await readReport(`?groupBy=platform&brandId=${brands.beta}`);
      expect(beta.brand).toEqual({ id: brands.beta, name: 'Beta' });
      expect(valuesByKey(beta)).toEqual([
        ['claude_api', [100, 0, 0, null]],
        ['chatgpt_app', [0, null, null, null]],
        ['perplexity_app', [null, 0, null, null]],
      ]);
      const delta = await readValues(
        `?groupBy=region&metric=gap&brandId=${brands.delta}&region=US`,
      );
      expect(delta).toEqual([
        ['US', [100, 0, 100, null]],
        ['US:California', [100, 100, null, null]],
      ]);
    });

    test('ignores brandId, even an unknown one, when grouping by brand', async () => {
      expect(await readReport(`?brandId=${unknownId}`)).toEqual(await readReport(''));
    });

    test('limits the series, but not the denominators, to brand and competitorId', async () => {
      const query = `?metric=shareOfVoice&brand=${brands.delta}&competitorId=${brands.beta}`;
      expect(await readValues(query)).toEqual([
        [brands.beta, [50, 0, null, null]],
        [brands.delta, [0, 40, null, null]],
      ]);
      expect(await readValues(`?metric=gap&brand=${brands.gamma}`)).toEqual([
        [brands.gamma, [100, 200 / 3, 100, null]],
      ]);
    });

    test('ignores brand and competitorId when grouping by platform', async () => {
      const query = `?groupBy=platform&brand=${brands.delta}&competitorId=${brands.beta}`;
      expect(await readReport(query)).toEqual(await readReport('?groupBy=platform'));
    });

    test.each([
      ['tag=fit', [0, 50, null, null]],
      ['tag=fit&tag=price', [50, 200 / 3, 0, null]],
      ['tag=Fit', [null, null, null, null]],
      ['category=buying', [100, 100, 0, null]],
      ['category=buying&tag=fit', [null, null, null, null]],
      ['product=brush', [0, 50, null, null]],
      ['product=Brushes', [null, null, null, null]],
      ['persona=runner', [100, 100, 0, null]],
      ['stage=own', [0, 50, null, null]],
      [`promptId=${prompts.care}`, [0, 50, null, null]],
      [`promptId=${prompts.care.toUpperCase()}`, [0, 50, null, null]],
      [`promptId=${unknownId}`, [null, null, null, null]],
      ['brandMention=mentions_tracked_brand', [100, 100, 0, null]],
      ['brandMention=does_not_mention_tracked_brand', [0, 50, null, null]],
      ['platform=claude_api', [50, 50, 0, null]],
      ['platform=chatgpt_app&platform=perplexity_app', [50, 100, null, null]],
      ['region=US', [200 / 3, 200 / 3, 0, null]],
      ['region=US:California', [100, 100, null, null]],
      ['region=U', [null, null, null, null]],
      ['region=DE&region=US:California', [50, 100, null, null]],
    ])('covers the answers that match the filter %s', async (filter, expected) => {
      expect(await readValues(`?brand=${brands.acme}&${filter}`)).toEqual([
        [brands.acme, expected],
      ]);
    });

    test('ignores unknown parameters', async () => {
      expect(await readReport('?unheard=of')).toEqual(await readReport(''));
    });

    test.each([
      ['startDate=2026-01-03', [scans.undated, scans.silent, scans.empty]],
      ['endDate=2026-01-03', [scans.first, scans.undated, scans.silent]],
      ['startDate=2026-01-01&endDate=2026-01-01', [scans.first]],
      ['startDate=2026-01-06', []],
    ])(
      'with %s covers exactly the scans of those days, including the first and the last',
      async (range, expected) => {
        const { series } = await readReport(`?${range}&brand=${brands.acme}`);
        expect(series.map(({ points }) => points.map(({ scanId }) => scanId))).toEqual([expected]);
      },
    );

    test('has no series for a platform or region without an answer in scope', async () => {
      expect(await readValues('?groupBy=platform&region=DE')).toEqual([
        ['chatgpt_app', [0, null, null, null]],
      ]);
      expect(await readValues('?groupBy=region&startDate=2026-01-05')).toEqual([]);
    });

    test('does not depend on the order or repetition of parameters, or on the case of the site ID', async () => {
      const [response, reorderedResponse] = await Promise.all([
        client().callAs(
          'agency',
          timelineOf(siteId, `?platform=perplexity_app&platform=claude_api&region=US&region=DE`),
        ),
        client().callAs(
          'agency',
          timelineOf(
            siteId.toUpperCase(),
            `?region=DE&region=US&region=DE&platform=claude_api&platform=perplexity_app`,
          ),
        ),
      ]);
      expect(reorderedResponse.text).toBe(response.text);
      expect(response.json).toMatchObject({
        filters: { platform: ['claude_api', 'perplexity_app'], region: ['DE', 'US'] },
      });
    });

    test('returns the requested dates in its filters', async () => {
      const { filters } = await readReport('?startDate=2026-01-01&endDate=2026-12-31');
      expect(filters).toMatchObject({ startDate: '2026-01-01', endDate: '2026-12-31' });
    });

    test('of a site with neither a tracked brand nor scans has series only when grouping by brand', async () => {
      const { untracked } = moreSites;
      expect(await readReport('', untracked)).toMatchObject({
        brand: null,
        series: [
          { key: untrackedBrands.echo, points: [] },
          { key: untrackedBrands.foxtrot, points: [] },
        ],
      });
      for (const groupBy of ['platform', 'region']) {
        const { brand, series } = await readReport(`?groupBy=${groupBy}`, untracked);
        expect({ brand, series }).toEqual({ brand: null, series: [] });
      }
      const named = await readReport(`?groupBy=region&brandId=${untrackedBrands.echo}`, untracked);
      expect(named).toMatchObject({ brand: { name: 'Echo' }, series: [] });
      expect(await readError('?brandMention=mentions_tracked_brand', untracked)).toMatchObject({
        status: 422,
        json: { errors: [{ parameter: 'brandMention' }] },
      });
    });

    test('of a site without brands or scans is empty, not an error', async () => {
      expect(await readReport('', moreSites.bare)).toMatchObject({ brand: null, series: [] });
    });

    test('of an inactive site can still be read', async () => {
      expect((await readReport('', moreSites.inactive)).series).toEqual([]);
    });

    test('returns 404 for a brand that is unknown or belongs to another site', async () => {
      const foreign = branches.second.brandId;
      for (const query of [
        `brand=${unknownId}`,
        `brand=${brands.acme}&brand=${foreign}`,
        `competitorId=${foreign}`,
        `groupBy=platform&brand=${foreign}`,
        `groupBy=platform&brandId=${unknownId}`,
      ]) {
        expect(await readError(`?${query}`)).toMatchObject({
          status: 404,
          json: { type: 'urn:sightline:problem:brand-not-found', status: 404 },
        });
      }
    });

    test('refuses a discovered brand as a competitor', async () => {
      for (const groupBy of ['brand', 'region']) {
        const query = `?groupBy=${groupBy}&competitorId=${brands.beta}&competitorId=${brands.delta}`;
        expect(await readError(query)).toMatchObject({
          status: 422,
          json: {
            type: 'urn:sightline:problem:untracked-competitor',
            errors: [{ parameter: 'competitorId' }],
          },
        });
      }
    });

    test.each([
      ['promptId=1', 'promptId'],
      ['tag=', 'tag'],
      ['brandMention=maybe', 'brandMention'],
      ['platform=altavista', 'platform'],
      ['platform=Claude_API', 'platform'],
      ['brand=acme', 'brand'],
      ['competitorId=acme', 'competitorId'],
      ['startDate=2026-02-30', 'startDate'],
      ['endDate=tomorrow', 'endDate'],
      ['startDate=2026-01-02&endDate=2026-01-01', 'startDate'],
      ['metric=fame', 'metric'],
      ['metric=gap&metric=gap', 'metric'],
      ['groupBy=day', 'groupBy'],
      ['brandId=acme', 'brandId'],
      [Array.from({ length: 201 }, (_, n) => `tag=${n}`).join('&'), 'tag'],
    ])('refuses $0 and names the parameter $1', async (query, parameter) => {
      expect(await readError(`?${query}`)).toMatchObject({
        status: 422,
        json: {
          type: 'urn:sightline:problem:invalid-parameter',
          errors: [{ parameter, message: expect.any(String) }],
        },
      });
    });

    test('lists all invalid parameters in the error', async () => {
      const { json } = await readError('?metric=fame&groupBy=day');
      expect(json).toMatchObject({ errors: [{ parameter: 'metric' }, { parameter: 'groupBy' }] });
    });

    test('treats hostile values as ordinary text', async () => {
      for (const hostile of ["' OR 1=1 --", '{account:UUID}', '\\', '\u0000', '__proto__', '%']) {
        const query = `?brand=${brands.acme}&tag=${encodeURIComponent(hostile)}`;
        expect(await readValues(query)).toEqual([[brands.acme, [null, null, null, null]]]);
      }
    });
  });
}

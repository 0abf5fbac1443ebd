import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { MeasuredScanPage } from '../../src/contract/sightline/resources.ts';
import { scanRules } from '../../src/service/records/scan.ts';
import { branches, measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const { siteId, scans } = measured;

/** Tests the list of all scans of a site and what they measured. */
export function describeScans(client: () => TestClient): void {
  const readScans = async (site: string, search = '') => {
    const { json } = await client().callAs('agency', pathTo('scans', { siteId: site }) + search);
    return v.parse(MeasuredScanPage, json);
  };

  describe('the scans of a site', () => {
    test('are listed whatever their status, with the same fields as in v1, in descending order of ID if equally old', async () => {
      const { data, nextCursor } = await readScans(siteId);
      expect(nextCursor).toBeNull();
      expect(data.map(({ id }) => id)).toEqual(Object.values(scans).sort().reverse());
      for (const { answers, prompts, platforms, regions, rules, models, ...scan } of data) {
        const { json } = await client().callAs('agency', `/v1/sites/${siteId}/scans/${scan.id}`);
        expect(scan).toEqual(json);
      }
    });

    test.each([
      ['first', 4, 2, ['claude_api', 'chatgpt_app'], ['DE', 'US', 'US:California']],
      ['undated', 3, 2, ['claude_api', 'perplexity_app'], ['US', 'US:California']],
      ['silent', 2, 1, ['claude_api'], ['US']],
      ['empty', 0, 0, [], []],
      ['failed', 1, 1, ['gemini_app'], ['FR']],
      ['running', 0, 0, [], []],
      ['queued', 0, 0, [], []],
    ] as const)(
      'include the %s scan with %i answers to %i prompts',
      async (name, answers, prompts, platforms, regions) => {
        const { data } = await readScans(siteId);
        expect(data.find(({ id }) => id === scans[name])).toMatchObject({
          answers,
          prompts,
          platforms,
          regions,
          rules: answers > 0 ? scanRules.current : null,
        });
      },
    );

    test('are the same when paged', async () => {
      const allScans = (await readScans(siteId)).data;
      const pagedScans: unknown[] = [];
      for (let cursor = ''; ; ) {
        const page = await readScans(siteId, `?limit=2${cursor}`);
        pagedScans.push(...page.data);
        if (page.nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
      expect(pagedScans).toEqual(allScans);
    });

    test('are an empty list for a site without any', async () => {
      expect((await readScans(moreSites.bare)).data).toEqual([]);
    });

    test('cannot be listed with a cursor of another site', async () => {
      const { nextCursor } = await readScans(siteId, '?limit=1');
      const path = pathTo('scans', { siteId: branches.first.ids.siteId });
      const { status } = await client().callAs('agency', `${path}?cursor=${nextCursor}`);
      expect(status).toBe(422);
    });

    test('return 404 for an unknown, malformed or inaccessible site ID', async () => {
      for (const id of [unknownId, 'x', branches.other.ids.siteId]) {
        const { json } = await client().callAs('agency', pathTo('scans', { siteId: id }));
        expect(json).toMatchObject({ type: problemTypes.siteNotFound, status: 404 });
      }
    });
  });
}

import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { measured, moreSites, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

/** Tests the filter options of a site and of a single scan. */
export function describeFilters(client: () => TestClient): void {
  const { siteId, scans, brands } = measured;
  const readFilters = (site: string, query = '') =>
    client().callAs('agency', `/v1/sites/${site}/filters${query}`);

  describe('the filters', () => {
    test('of a site contain the values of all its scans and prompts, in a fixed order', async () => {
      const { json } = await readFilters(siteId);
      expect(json).toStrictEqual({
        scanId: null,
        regions: [
          { code: 'DE', label: 'Germany' },
          { code: 'FR', label: 'France' },
          { code: 'US', label: 'United States' },
          { code: 'US:California', label: 'United States · California' },
        ],
        models: [
          { id: 'claude_api', name: 'Claude API', method: 'api' },
          { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' },
          { id: 'gemini_app', name: 'Gemini', method: 'web' },
          { id: 'perplexity_app', name: 'Perplexity', method: 'web' },
        ],
        tags: [
          { value: 'fit', label: 'fit' },
          { value: 'price', label: 'price' },
        ],
        categories: [
          { value: 'buying', label: 'buying' },
          { value: 'care', label: 'care' },
        ],
        products: [
          { value: 'brush', label: 'Brushes' },
          { value: 'shoe', label: 'Shoes' },
        ],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [
          { value: 'decide', label: 'Decision' },
          { value: 'own', label: 'Ownership' },
        ],
        brands: [
          { id: brands.acme, label: 'Acme' },
          { id: brands.beta, label: 'Beta' },
          { id: brands.gamma, label: 'gamma' },
        ],
        brandMentions: [
          { value: 'mentions_tracked_brand', label: 'Mentions Acme' },
          { value: 'does_not_mention_tracked_brand', label: 'Does not mention Acme' },
        ],
      });
    });

    test('of one scan contain only the values of that scan', async () => {
      const { json } = await readFilters(siteId, `?scanId=${scans.silent.toUpperCase()}`);
      expect(json).toStrictEqual({
        scanId: scans.silent,
        regions: [{ code: 'US', label: 'United States' }],
        models: [{ id: 'claude_api', name: 'Claude API', method: 'api' }],
        tags: [{ value: 'price', label: 'price' }],
        categories: [{ value: 'buying', label: 'buying' }],
        products: [{ value: 'shoe', label: 'Shoes' }],
        personas: [{ value: 'runner', label: 'Runner' }],
        journeyStages: [{ value: 'decide', label: 'Decision' }],
        brands: [],
        brandMentions: [{ value: 'mentions_tracked_brand', label: 'Mentions Acme' }],
      });
      const undated = await readFilters(siteId, `?scanId=${scans.undated}`);
      expect(undated.json).toMatchObject({
        brands: [{ label: 'Acme' }, { label: 'gamma' }],
        personas: [{ value: 'runner' }],
      });
    });

    test('of a scan without answers are empty lists, not an error', async () => {
      const { status, json } = await readFilters(siteId, `?scanId=${scans.queued}`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ regions: [], models: [], tags: [], brands: [] });
    });

    test('of a site without a tracked brand contain no brand mentions', async () => {
      const { json } = await readFilters(moreSites.untracked);
      expect(json).toMatchObject({ brandMentions: [], brands: [{ label: 'Echo' }] });
    });

    test('give different errors for an unknown scan, an unknown site and a malformed scan ID', async () => {
      expect((await readFilters(siteId, `?scanId=${unknownId}`)).json).toMatchObject({
        status: 404,
        type: problemTypes.scanNotFound,
      });
      expect((await readFilters(unknownId, `?scanId=${scans.first}`)).json).toMatchObject({
        status: 404,
        type: problemTypes.siteNotFound,
      });
      expect((await readFilters(siteId, '?scanId=first')).json).toMatchObject({
        status: 422,
        errors: [{ parameter: 'scanId' }],
      });
    });
  });
}

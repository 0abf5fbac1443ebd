import { describe, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import type { TestClient } from './test-client.ts';

/** Tests the progress of measuring sites again. */
export function describeMeasuring(client: () => TestClient): void {
  describe('the progress of measuring sites again', () => {
    // The sites with scans in the small world: those of the first branch's account, of its client, and of one site each.
    test.each([
      ['agency', 4],
      ['client', 2],
      ['other', 1],
      ['sample', 1],
      ['business', 1],
    ] as const)('counts the sites with scans that the key %s can see', async (key, sites) => {
      const { status, json } = await client().callAs(key, pathTo('measuring', {}));
      expect(status).toBe(200);
      expect(json).toEqual({ sites, measured: sites });
    });

    test('is not announced while every site is up to date', async () => {
      const { json } = await client().callAs('agency', pathTo('discovery', {}));
      expect(Object(json).capabilities).toContain('scans');
      expect(Object(json).capabilities).not.toContain('measuring');
    });
  });
}

import { describe, expect, test } from 'vitest';
import { allowHeaderOf } from '../../src/contract/endpoint.ts';
import { capabilities, endpointsBelow, pathTo } from '../../src/contract/every-endpoint.ts';
import { methodsAt } from '../setup/endpoints.ts';
import { describeAllSites } from './contract-all-sites.ts';
import { describeMeasuring } from './contract-measuring.ts';
import { describePrompts } from './contract-prompts.ts';
import { describeRecommendations } from './contract-recommendations.ts';
import { describeScans } from './contract-scans.ts';
import type { OpenEngine } from './many-notes.ts';
import type { TestClient } from './test-client.ts';

/** Tests Sightline's own API. */
export function describeSightline(client: () => TestClient, openEngine: OpenEngine): void {
  describe('Sightline’s own API', () => {
    test('announces its version and every lasting capability to any valid key', async () => {
      for (const key of ['agency', 'readonly', 'client', 'business', 'sample'] as const) {
        const { status, json } = await client().callAs(key, pathTo('discovery', {}));
        expect(status).toBe(200);
        expect(json).toEqual({
          version: '1.0.0',
          capabilities: capabilities.filter((name) => name !== 'measuring'),
        });
      }
    });

    test('rejects methods that a path does not have, and gives every endpoint but discovery a capability', async () => {
      for (const [name, { path, capability }] of endpointsBelow('/sightline/')) {
        expect(capability === null, name).toBe(name === 'discovery');
        const methods = methodsAt(path);
        const allowed = allowHeaderOf(methods);
        const method = methods.includes('PUT') ? 'DELETE' : 'PUT';
        const response = await client().callAs('agency', path, { method });
        // The path of a feed gives 404 unless its token is valid.
        expect([response.status, response.headers.get('Allow')]).toEqual(
          path.endsWith('.csv') ? [404, null] : [405, allowed],
        );
      }
    });

    test.each(['/sightline/v1/nothing', '/sightline/v1/', '/sightline/v2', '/sightline'])(
      'returns 404 and a problem for the unknown path %s',
      async (path) => {
        expect((await client().call(path)).status).toBe(401);
        const response = await client().callAs('agency', path);
        expect(response.status).toBe(404);
        expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      },
    );
  });

  describeAllSites(client);
  describeScans(client);
  describeMeasuring(client);
  describeRecommendations(client, openEngine);
  describePrompts(client);
}

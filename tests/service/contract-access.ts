import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { branches, measured, now } from './small-world.ts';
import { loopbackHeader, type TestClient } from './test-client.ts';

/** Tests authentication, and the responses that do not depend on data. */
export function describeAccess(client: () => TestClient): void {
  describe('access:', () => {
    test.each([
      [undefined],
      [''],
      ['Bearer'],
      ['Bearer x'],
      ['Basic c2w6'],
      [`Bearer sl_${'A'.repeat(48)}`],
    ])('the Authorization header %j is refused', async (authorization) => {
      const headers = new Headers();
      if (authorization !== undefined) headers.set('Authorization', authorization);
      const response = await client().call('/v1/clients', { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      expect(response.json).toMatchObject({ type: problemTypes.unauthenticated, status: 401 });
    });

    test('every rejected key gets the same response as a request without a key', async () => {
      const { call, callAs } = client();
      const withoutKey = await call('/v1/clients');
      for (const name of [
        'revoked',
        'expired',
        'realToSample',
        'sampleToReal',
        'sampleByName',
      ] as const) {
        expect((await callAs(name, '/v1/clients')).text).toBe(withoutKey.text);
      }
    });

    test('sample keys work over loopback only, and their responses are marked as sample data', async () => {
      const { call, callAs, key } = client();
      const headers = { Authorization: `Bearer ${key('sample')}` };
      expect((await call('/v1/clients', { headers })).status).toBe(401);
      const response = await callAs('sample', '/v1/clients');
      expect(response.status).toBe(200);
      expect(response.headers.get('Sightline-Sample')).toBe('1');
      expect((await callAs('agency', '/v1/clients')).headers.has('Sightline-Sample')).toBe(false);
    });

    test('a real key works beyond loopback, and with the scheme in lower case', async () => {
      const headers = { Authorization: `bearer ${client().key('agency')}`, [loopbackHeader]: 'no' };
      expect((await client().call('/v1/clients', { headers })).status).toBe(200);
    });

    test('an unknown path gives 404 only with a key', async () => {
      expect((await client().call('/v1/nothing')).status).toBe(401);
      const response = await client().callAs('agency', '/v1/nothing');
      expect(response.status).toBe(404);
      expect(response.json).toMatchObject({ type: problemTypes.noSuchEndpoint });
    });

    test('an unsupported method on a known path gets 405 and the allowed methods', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await client().callAs('agency', '/v1/clients', { method });
        expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
      }
    });

    test('a URL longer than 32 KiB is refused', async () => {
      const longest = `/v1/clients?${'x'.repeat(32 * 1024 - '/v1/clients?'.length)}`;
      expect((await client().callAs('agency', longest)).status).toBe(200);
      expect((await client().callAs('agency', `${longest}x`)).status).toBe(414);
    });

    test('unknown parameters are limited only by the length of the URL; too many values of a known one give 422', async () => {
      const { clientId } = branches.first.ids;
      const timeline = `/v1/sites/${measured.siteId}/reports/timeline`;
      const repeat = (path: string, count: number, parameter: string) =>
        client().callAs('agency', `${path}?${Array(count).fill(parameter).join('&')}`);
      for (const path of ['/v1/clients', `/v1/clients/${clientId}/sites`, timeline]) {
        expect((await repeat(path, 20_000, 'a')).status).toBe(414);
        expect((await repeat(path, 16_000, 'a')).status).toBe(200);
      }
      const manyTags = await repeat(timeline, 2_000, 'tag=a');
      expect(manyTags.status).toBe(422);
      expect(manyTags.json).toMatchObject({ errors: [{ parameter: 'tag' }] });
      const manyLimits = await repeat('/v1/clients', 1_500, 'limit=1');
      expect(manyLimits.status).toBe(422);
    });

    test('the last use of a key is stored when the service closes', async () => {
      const { store, key } = client();
      const service = createStrictService(store, { clock: () => now });
      const headers = { Authorization: `Bearer ${key('business')}` };
      await service.fetch(new Request('http://service.test/v1/clients', { headers }));
      await service.close();
      const keys = await store.keys();
      expect(keys.find((key) => key.name === 'business')?.lastUsedAt).toBe(now);
      expect(keys.find((key) => key.name === 'revoked')?.lastUsedAt).toBeNull();
    });
  });
}

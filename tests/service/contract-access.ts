import { describe, expect, test } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { branches, measured, now } from './small-world.ts';
import { loopbackHeader, type TestClient } from './test-client.ts';

/** Who gets in, and what every answer carries whoever asks. */
export function describeAccess(client: () => TestClient): void {
  describe('access', () => {
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
      const answer = await client().call('/v1/clients', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(answer.json).toMatchObject({ type: problemTypes.unauthenticated, status: 401 });
    });

    test('every refusal of a key is the same', async () => {
      const { call, ask } = client();
      const nameless = await call('/v1/clients');
      for (const name of [
        'revoked',
        'expired',
        'realToSample',
        'sampleToReal',
        'sampleByName',
      ] as const) {
        expect((await ask(name, '/v1/clients')).text).toBe(nameless.text);
      }
    });

    test('sample keys open nothing but over loopback, and say that the data is sample', async () => {
      const { call, ask, key } = client();
      const headers = { Authorization: `Bearer ${key('sample')}` };
      expect((await call('/v1/clients', { headers })).status).toBe(401);
      const answer = await ask('sample', '/v1/clients');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Sightline-Sample')).toBe('1');
      expect((await ask('agency', '/v1/clients')).headers.has('Sightline-Sample')).toBe(false);
    });

    test('a real key needs no loopback, and the scheme is read in any case', async () => {
      const headers = { Authorization: `bearer ${client().key('agency')}`, [loopbackHeader]: 'no' };
      expect((await client().call('/v1/clients', { headers })).status).toBe(200);
    });

    test('a path that is none is told so only with a key', async () => {
      expect((await client().call('/v1/nothing')).status).toBe(401);
      const answer = await client().ask('agency', '/v1/nothing');
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject({ type: problemTypes.noSuchEndpoint });
    });

    test('another method on a known path is refused naming the right one', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await client().ask('agency', '/v1/clients', { method });
        expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
      }
    });

    test('a URL past 32 KiB is refused', async () => {
      const longest = `/v1/clients?${'x'.repeat(32 * 1024 - '/v1/clients?'.length)}`;
      expect((await client().ask('agency', longest)).status).toBe(200);
      expect((await client().ask('agency', `${longest}x`)).status).toBe(414);
    });

    test('twenty thousand parameters are refused by their length, and as many as fit are read', async () => {
      const { clientId } = branches.first.ids;
      const timeline = `/v1/sites/${measured.siteId}/reports/timeline`;
      const ask = (path: string, count: number, parameter: string) =>
        client().ask('agency', `${path}?${Array(count).fill(parameter).join('&')}`);
      for (const path of ['/v1/clients', `/v1/clients/${clientId}/sites`, timeline]) {
        expect((await ask(path, 20_000, 'a')).status).toBe(414);
        expect((await ask(path, 16_000, 'a')).status).toBe(200);
      }
      const many = await ask(timeline, 2_000, 'tag=a');
      expect(many.status).toBe(422);
      expect(many.json).toMatchObject({ errors: [{ parameter: 'tag' }] });
      const limits = await ask('/v1/clients', 1_500, 'limit=1');
      expect(limits.status).toBe(422);
    });

    test('when a key was last used is known once the service has closed', async () => {
      await client().ask('business', '/v1/clients');
      await client().service.close();
      const keys = await client().store.keys();
      expect(keys.find((key) => key.name === 'business')?.lastUsedAt).toBe(now);
      expect(keys.find((key) => key.name === 'revoked')?.lastUsedAt).toBeNull();
    });
  });
}

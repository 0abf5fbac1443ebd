import { expect, it, vi } from 'vitest';
import { createSessionCheck } from './session-check.ts';

const session = {
  id: 'session-1',
  apiKey: 'some-key',
  fingerprint: 'f',
  sample: false,
  isShare: false,
  scopes: null,
  isClientKey: null,
  isBusinessKey: null,
  beganAt: 0,
  expiresAt: 1,
};

it('checks a key once for all concurrent calls of a session, and again for later ones', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 401 }));
  const checkSession = createSessionCheck({ fetch });
  const check = (id = session.id) =>
    checkSession(new Request('http://host/v1/sites/a1/filters'), { ...session, id }, '192.0.2.1');
  expect(await Promise.all(Array.from({ length: 8 }, () => check()))).toEqual(Array(8).fill(null));
  expect(fetch).toHaveBeenCalledTimes(1);
  await Promise.all([check(), check('session-2')]);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('continues for the other calls when one of them is abandoned', async () => {
  const { promise: response, resolve } = Promise.withResolvers<Response>();
  const checkSession = createSessionCheck({ fetch: () => response });
  const abandoned = new AbortController();
  const url = 'http://host/v1/clients';
  const first = checkSession(new Request(url, { signal: abandoned.signal }), session, '192.0.2.1');
  const second = checkSession(new Request(url), session, '192.0.2.1');
  abandoned.abort();
  await expect(first).rejects.toThrow();
  resolve(new Response(null, { status: 200 }));
  expect((await second)?.status).toBe(403);
});

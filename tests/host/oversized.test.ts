import { expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost } from './harness.ts';

const timelinePath = pathTo('timeline', { siteId: measured.siteId });

it('a request target of up to 32 KiB is accepted, and a longer one is refused with a problem', async () => {
  const host = await openHost();
  const headers = { authorization: `Bearer ${host.key('agency')}` };
  const start = `${timelinePath}?`;
  const get = (search: string) => host.call({ path: start + search, headers });

  const tooLongResponse = await get(Array(20_000).fill('a').join('&'));
  expect(tooLongResponse.status).toBe(414);
  expect(tooLongResponse.headers['content-type']).toContain('application/problem+json');

  expect((await get('x'.repeat(32 * 1024 - start.length))).status).toBe(200);
  expect((await get('x'.repeat(32 * 1024 - start.length + 1))).status).toBe(414);

  expect((await get('')).status).toBe(200);
});

it('a parameter with 2,000 values is refused with a problem that names it', async () => {
  const host = await openHost();
  const headers = { authorization: `Bearer ${host.key('agency')}` };
  const path = `${timelinePath}?${Array(2_000).fill('tag=a').join('&')}`;
  const response = await host.call({ path, headers });
  expect(response.status).toBe(422);
  expect(JSON.parse(response.text)).toMatchObject({ errors: [{ parameter: 'tag' }] });
});

it('headers over the limit are refused before routing, and the connection is closed', async () => {
  const host = await openHost();
  const headers = { authorization: `Bearer ${host.key('agency')}` };
  const requestWithHeader = (bytes: number) =>
    host.call({ path: '/v1/clients', headers: { ...headers, 'x-long': 'a'.repeat(bytes) } });
  expect((await requestWithHeader(32 * 1024)).status).toBe(200);
  const refusedResponse = await requestWithHeader(48 * 1024);
  expect(refusedResponse.status).toBe(431);
  expect(refusedResponse.headers.connection).toBe('close');
  expect((await host.call({ path: '/metrics' })).text).not.toContain('status="431"');
});

it.each([
  ['announced', { 'content-length': String(2 * 1024 * 1024) }],
  ['not announced', { 'transfer-encoding': 'chunked' }],
])('a body of 2 MiB whose length is %s is refused with a problem', async (_, length) => {
  const host = await openHost();
  const response = await host.call({
    method: 'POST',
    path: pathTo('notes', {
      siteId: measured.siteId,
      recommendationId: measured.recommendations[0] ?? '',
    }),
    headers: {
      authorization: `Bearer ${host.key('agency')}`,
      'content-type': 'application/json',
      ...length,
    },
    body: JSON.stringify({ body: 'a'.repeat(2 * 1024 * 1024 - 11) }),
  });
  expect(response.status).toBe(413);
  expect(response.headers['content-type']).toContain('application/problem+json');
});

import { expect, it } from 'vitest';
import { measured } from '../service/small-world.ts';
import { openHost } from './harness.ts';

it('ten thousand parameters over a socket are refused as a problem, and 16 KiB of them are read', async () => {
  const host = await openHost();
  const headers = { authorization: `Bearer ${host.key('agency')}` };
  const timeline = `/v1/sites/${measured.siteId}/reports/timeline?`;
  const ask = (search: string) => host.call({ path: timeline + search, headers });

  const tooMany = await ask(Array(10_000).fill('a').join('&'));
  expect(tooMany.status).toBe(414);
  expect(tooMany.headers['content-type']).toContain('application/problem+json');

  expect((await ask('x'.repeat(16 * 1024 - timeline.length))).status).toBe(200);
  expect((await ask('x'.repeat(16 * 1024 - timeline.length + 1))).status).toBe(414);

  const repeated = await ask(Array(2_000).fill('tag=a').join('&'));
  expect(repeated.status).toBe(422);
  expect(JSON.parse(repeated.text)).toMatchObject({ errors: [{ parameter: 'tag' }] });
  expect((await ask('')).status).toBe(200);
});

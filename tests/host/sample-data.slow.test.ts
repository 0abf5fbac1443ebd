import { expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { connectControl } from '../../src/host/admin/control-client.ts';
import { sampleRecommendation } from '../../src/service/sample/keys.ts';
import { createTemporaryFolder, startTestHost } from './harness.ts';

it('a start creates sample data in an empty folder on loopback, and reuses the data even with SAMPLE off', async () => {
  const DATA_DIR = await createTemporaryFolder();
  const firstHost = await startTestHost({ DATA_DIR });
  expect(firstHost.sampleKeys).toHaveLength(4);
  await firstHost.close();
  expect((await startTestHost({ DATA_DIR, SAMPLE: 'off' })).sampleKeys).toEqual(
    firstHost.sampleKeys,
  );
});

it('a start offers only sample keys that are not revoked', async () => {
  const DATA_DIR = await createTemporaryFolder();
  const firstHost = await startTestHost({ DATA_DIR });
  const administration = await connectControl(DATA_DIR);
  await administration?.run('keys/revoke', { id: 'sample-agency' });
  await administration?.run('keys/revoke', { id: 'sample-readonly' });
  await firstHost.close();
  expect((await startTestHost({ DATA_DIR })).sampleKeys).toEqual([
    'sample-business',
    'sample-client',
  ]);
});

it('a start does not list a share that a sample key created among the sample keys', async () => {
  const DATA_DIR = await createTemporaryFolder();
  const firstHost = await startTestHost({ DATA_DIR });
  const path = pathTo('shares', { siteId: sampleRecommendation.siteId });
  const response = await fetch(firstHost.url + path, {
    method: 'POST',
    headers: { Authorization: 'Bearer sample-agency', 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'For Northwind', pages: ['timeline'] }),
  });
  expect(response.status).toBe(201);
  await firstHost.close();
  expect((await startTestHost({ DATA_DIR })).sampleKeys).toEqual(firstHost.sampleKeys);
});

import { expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import { maxSitesPerAccount } from '../../src/contract/sightline/setup.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { accounts, branches, uuid } from './small-world.ts';
import { openTestClient } from './test-client.ts';

it('an account with the maximum of sites gets no other one, which the response says', async () => {
  const client = await openTestClient(createMemoryStore());
  onTestFinished(() => client.service.close());
  const { clientId } = branches.first.ids;
  const before = await client.store.lookups.sitesOfAccounts([accounts.agency]);
  const createdAt = '2026-01-01T00:00:00Z';
  const records = Array.from({ length: maxSitesPerAccount - before.length }, (_, n) => ({
    type: 'site',
    id: uuid(0x10_0000 + n),
    clientId,
    name: `Site ${n}`,
    createdAt,
  }));
  await importMeasurements(client.store, recordInput('sites.ndjson', records));
  const post = (path: string, body: object) =>
    client.callAs('agency', path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refusal = {
    status: 409,
    json: { type: problemTypes.tooManyRecords, detail: expect.stringContaining('10,000 sites') },
  };
  const site = { name: 'One too many' };
  expect(await post(pathTo('createSite', { clientId: clientId ?? '' }), site)).toMatchObject(
    refusal,
  );
  const clientWithSite = { name: 'New', site };
  expect(await post(pathTo('createClient', {}), clientWithSite)).toMatchObject(refusal);
  expect((await post(pathTo('createClient', {}), { name: 'New' })).status).toBe(201);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import {
  accounts,
  branches,
  loadSmallWorld,
  measured,
  unknownId,
} from '../../../tests/service/small-world.ts';
import { openClickHouse } from '../../service/store/clickhouse/open.ts';
import type { Store } from '../../service/store/store.ts';
import type { Administration } from './administration.ts';
import { createAdministration } from './administration.ts';
import { withAuditTrail } from './with-audit-trail.ts';

const { clientId } = branches.first.ids;
const firstClient = clientId ?? '';

let store: Store;
let administration: Administration;
beforeEach(async () => {
  store = createMemoryStore();
  await loadSmallWorld(store);
  administration = withAuditTrail(createAdministration(store), store, () => 0);
});

it('a removal of a site names what is removed, and leaves the other sites', async () => {
  const { siteId } = measured;
  const counts = { clients: 0, sites: 1, scans: 7, answers: 10 };
  const removable = { name: 'Shop', accountId: accounts.agency, clientId, ...counts };
  expect(await administration.run('removable', { kind: 'site', id: siteId })).toEqual(removable);
  expect(await administration.run('remove/site', { id: siteId })).toEqual({
    ...removable,
    keys: 0,
  });
  expect(await store.lookups.sites([siteId, branches.first.ids.siteId])).toMatchObject([
    { id: branches.first.ids.siteId },
  ]);
  expect(await store.lookups.textCounts([siteId])).toEqual([]);
});

describe('a removal revokes keys:', () => {
  let dataDir = '';
  let stored: Store;
  let removing: Administration;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
    stored = await openClickHouse({ dataDir });
    await loadSmallWorld(stored);
    removing = withAuditTrail(createAdministration(stored), stored, () => 0);
  });
  afterAll(async () => {
    await stored.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('that of a client removes its sites, archived ones too, and revokes its keys', async () => {
    const removed = await removing.run('remove/client', { id: firstClient });
    expect(removed).toEqual({
      name: `${branches.first.marker} client`,
      accountId: accounts.agency,
      clientId,
      clients: 1,
      sites: 5,
      scans: 8,
      answers: 11,
      keys: 1,
    });
    const sites = await stored.lookups.sitesOfAccounts([accounts.agency]);
    expect(sites.map(({ id }) => id).toSorted()).toEqual([
      branches.second.ids.siteId,
      branches.third.ids.siteId,
    ]);
  });

  it('that of an account removes its clients and sites, and revokes its keys, but no other account’s', async () => {
    const activeBefore = (await stored.keys()).filter(({ revokedAt }) => revokedAt === null);
    const owned = activeBefore.filter(
      ({ accountId, expiresAt }) => accountId === accounts.agency && expiresAt === null,
    );
    const removed = await removing.run('remove/account', { id: accounts.agency });
    expect(removed).toMatchObject({ name: 'Agency', clients: 2, sites: 2, keys: owned.length });
    const keys = (await stored.keys()).filter(({ revokedAt }) => revokedAt === null);
    expect(keys.map(({ accountId }) => accountId)).not.toContain(accounts.agency);
    expect(keys.map(({ accountId }) => accountId)).toContain(accounts.other);
    expect(await stored.lookups.clientsOfAccounts([accounts.agency])).toEqual([]);
    expect((await stored.lookups.accounts()).map(({ id }) => id)).not.toContain(accounts.agency);
  });

  it('both are audited with IDs and counts, and without names', async () => {
    const records = await stored.audit({ limit: 10 });
    expect(records).toMatchObject([
      {
        action: 'removed',
        accountId: accounts.agency,
        clientId,
        subject: clientId,
        detail: 'client with 5 sites, 8 scans, 11 answers; keys, links and feeds revoked: 1',
      },
      {
        action: 'removed',
        accountId: accounts.agency,
        clientId: null,
        subject: accounts.agency,
        detail: expect.stringMatching(
          /^account with 2 clients, 2 sites, .*; keys, links and feeds revoked: \d+$/,
        ),
      },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/mark-|agency/i);
  });
});

it.each(['site', 'client', 'account'] as const)(
  'a removal of a %s that does not exist is refused with its ID, and not audited',
  async (kind) => {
    const refusal = `No ${kind} has the ID ${unknownId}.`;
    const request = { id: unknownId };
    await expect(administration.run('removable', { kind, ...request })).rejects.toThrow(refusal);
    await expect(administration.run(`remove/${kind}`, request)).rejects.toThrow(refusal);
    expect(await store.audit({ limit: 10 })).toEqual([]);
  },
);

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { sessionHeader } from '../../src/contract/page-settings.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { withAuditTrail } from '../../src/host/admin/with-audit-trail.ts';
import type { Backend, BackendOptions } from '../../src/host/backend/backend.ts';
import { createBuiltInService } from '../../src/host/backend/backend.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { branches, keyPlans, loadSmallWorld, measured } from '../service/small-world.ts';
import { createTemporaryFolder, openHost, sessionOf } from './harness.ts';

const clientsPath = pathTo('clients', {});
const notesPath = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0],
});
const headersOf = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Opens a host on a store that the test can inspect. */
async function openHostWithStore(clock = () => Date.now(), store: Store = createMemoryStore()) {
  const key = await loadSmallWorld(store);
  const backend = async (options: BackendOptions): Promise<Backend> => {
    const service = await createBuiltInService(store, { ...options, clock });
    return {
      service,
      sampleKeys: [],
      hasOwnData: true,
      ready: () => store.ping(),
      close: () => service.close(),
    };
  };
  const host = await openHost({}, { backend, clock });
  const administration = createAdministration(store, { clock, isServing: true });
  const readRecords = () => store.audit({ limit: 1_000 });
  return { host, key, store, administration, readRecords };
}

const idOf = (keys: readonly { id: string; name: string }[], name: string): string =>
  keys.find((key) => key.name === name)?.id ?? '';

describe('the audit trail', () => {
  it('records who signed in and from where, but not the key', async () => {
    const { host, key, store, readRecords } = await openHostWithStore();
    await host.signIn(key('agency'));
    const [record, ...others] = await readRecords();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      action: 'signed in',
      keyId: idOf(await store.keys(), 'agency'),
      accountId: keyPlans.agency.accountId,
      clientId: null,
      address: '127.0.0.1',
    });
    expect(JSON.stringify(record)).not.toContain(key('agency').slice(0, 12));
  });

  it('records refusals with the reason, and with the key if it is known', async () => {
    const { host, key, store, readRecords } = await openHostWithStore();
    const unknownKey = `sl_${'x'.repeat(48)}`;
    await host.signIn(unknownKey);
    for (const name of ['revoked', 'readonly'] as const) {
      await host.call({ path: clientsPath, headers: headersOf(key(name)) });
    }
    const body = '{"body":"a text that nobody else may read"}';
    const headers = { ...headersOf(key('readonly')), 'Content-Type': 'application/json' };
    await host.call({ method: 'POST', path: notesPath, headers, body });
    await host.call({ path: clientsPath });
    await host.call({ path: clientsPath, headers: { Authorization: 'Bearer two words' } });
    const records = await readRecords();
    expect(records.map(({ action, keyId, detail }) => [action, keyId, detail])).toEqual([
      ['refused', null, '401 signing in, an unknown key'],
      ['refused', idOf(await store.keys(), 'revoked'), '401 clients, the key is revoked'],
      ['refused', idOf(await store.keys(), 'readonly'), '403 notes'],
      ['refused', null, '401 clients, an unknown key'],
    ]);
    expect(JSON.stringify(records)).not.toContain('xxxx');
    expect(JSON.stringify(records)).not.toContain('nobody else');
  });

  it('records a new note with the key that added it, but not the text', async () => {
    const { host, key, store, readRecords } = await openHostWithStore();
    const headers = { ...headersOf(key('agency')), 'Content-Type': 'application/json' };
    const added = await host.call({
      method: 'POST',
      path: notesPath,
      headers,
      body: '{"body":"hush"}',
    });
    const { data } = JSON.parse(added.text);
    const records = await readRecords();
    expect(records).toMatchObject([
      {
        action: 'note added',
        keyId: idOf(await store.keys(), 'agency'),
        accountId: keyPlans.agency.accountId,
        subject: data[0].activityId,
        detail: expect.stringContaining(measured.recommendations[0]),
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('hush');
  });
});

describe('the audit trail of imports', () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const account = { type: 'account', id: uuid(1), name: 'Harbour Agency', kind: 'agency' };
  const client = { type: 'client', name: 'Secret client', createdAt: '2026-01-01T00:00:00Z' };
  const validRecords = [account, { ...client, id: uuid(2) }, { ...client, id: uuid(3) }];
  const linesOf = (records: readonly object[]) =>
    records.map((record) => JSON.stringify(record)).join('\n');

  it.each([
    ['the counts of a valid file', linesOf(validRecords), 'imported', '1 account, 2 clients'],
    ['the number of faults', linesOf([...validRecords, client]), 'import refused', '1 fault'],
    ['many faults', 'Secret\n'.repeat(30), 'import refused', 'more than 20 faults'],
    ['an empty file', '', 'import refused', 'an empty file'],
    [
      'a damaged file',
      gzipSync(linesOf(validRecords)).subarray(0, -9),
      'import refused',
      'a damaged file',
    ],
    ['text that is not UTF-8', Buffer.from([0xff, 0x0a]), 'import refused', 'not UTF-8'],
  ])('records %s, but no text of the file', async (_, bytes, action, detail) => {
    const store = createMemoryStore();
    const administration = withAuditTrail(createAdministration(store), store, Date.now);
    const file = join(await createTemporaryFolder(), 'week.ndjson');
    await writeFile(file, bytes);
    await administration.run('import', { path: file, account: null }).catch(() => {});
    const records = await store.audit({ limit: 10 });
    expect(records).toMatchObject([{ action, subject: 'week.ndjson', detail }]);
    expect(JSON.stringify(records)).not.toContain('Secret');
  });
});

describe('ending sessions on the server', () => {
  const requestClients = (
    { host }: Awaited<ReturnType<typeof openHostWithStore>>,
    { cookie, id }: ReturnType<typeof sessionOf>,
  ) => host.call({ path: clientsPath, headers: { cookie, [sessionHeader]: id } });

  it.each([
    ['of one key', false],
    ['of all keys', true],
  ])('refuses the open sessions %s, but not new ones', async (_, shouldEndAll) => {
    let now = Date.now();
    const world = await openHostWithStore(() => now);
    const { host, key, store, administration } = world;
    const agencySession = sessionOf(await host.signIn(key('agency')));
    const readonlySession = sessionOf(await host.signIn(key('readonly')));
    expect([
      (await requestClients(world, agencySession)).status,
      (await requestClients(world, readonlySession)).status,
    ]).toEqual([200, 200]);
    now += 1;
    const id = shouldEndAll ? null : idOf(await store.keys(), 'agency');
    await administration.run('keys/end-sessions', { id });
    expect((await requestClients(world, agencySession)).status).toBe(401);
    expect((await requestClients(world, readonlySession)).status).toBe(shouldEndAll ? 401 : 200);
    // The key itself still works, and can start a new session.
    expect((await host.call({ path: clientsPath, headers: headersOf(key('agency')) })).status).toBe(
      200,
    );
    const newSession = sessionOf(await host.signIn(key('agency')));
    expect((await requestClients(world, newSession)).status).toBe(200);
    expect((await requestClients(world, agencySession)).status).toBe(401);
    const refusals = (await world.readRecords()).filter(({ action }) => action === 'refused');
    expect(refusals[0]).toMatchObject({ detail: '401 clients, the session was ended' });
  });

  it('refuses the open sessions of a removed client, and records the removal without its name', async () => {
    const dataDir = await createTemporaryFolder();
    const clickhouse = await openClickHouse({ dataDir });
    onTestFinished(() => clickhouse.close());
    const world = await openHostWithStore(Date.now, clickhouse);
    const { host, key, store } = world;
    const clientSession = sessionOf(await host.signIn(key('client')));
    const agencySession = sessionOf(await host.signIn(key('agency')));
    const { clientId } = branches.first.ids;
    const file = join(await createTemporaryFolder(), 'removal.ndjson');
    await writeFile(file, JSON.stringify({ type: 'client', id: clientId, removed: true }));
    const administration = withAuditTrail(createAdministration(store), store, Date.now);
    await administration.run('import', { path: file, account: null });
    expect((await requestClients(world, clientSession)).status).toBe(401);
    expect((await requestClients(world, agencySession)).status).toBe(200);
    const imports = (await world.readRecords()).filter(({ action }) => action === 'imported');
    expect(imports).toMatchObject([
      {
        accountId: branches.first.accountId,
        detail: expect.stringMatching(/^removed 1 client, 5 sites, 7 brands/),
      },
    ]);
    expect(JSON.stringify(imports)).not.toContain(branches.first.marker);
  });
});

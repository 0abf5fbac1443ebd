import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/endpoints.ts';
import { sessionHeader } from '../../src/contract/page-facts.ts';
import { administrationOf } from '../../src/host/admin/administration.ts';
import type { Backend, BackendOptions } from '../../src/host/backend/backend.ts';
import { serviceOver } from '../../src/host/backend/backend.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import { keyPlans, loadSmallWorld, measured } from '../service/small-world.ts';
import { openHost, sessionOf, temporaryFolder } from './harness.ts';
import { importAccount, runCommand, startHostProcess } from './host-process.ts';

const clients = pathTo('clients', {});
const notes = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0],
});
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** A host over a store that the test can look into. */
async function open(clock = () => Date.now()) {
  const store = createMemoryStore();
  const key = await loadSmallWorld(store);
  const backend = async (options: BackendOptions): Promise<Backend> => {
    const service = await serviceOver(store, { ...options, clock });
    return {
      ...{ service, sample: false, ownData: true },
      ready: () => store.ping(),
      close: () => service.close(),
    };
  };
  const host = await openHost({}, { backend, clock });
  const administration = administrationOf(store, { clock, isServing: true });
  const lines = () => store.audit({ limit: 1_000 });
  return { host, key, store, administration, lines };
}

const idOf = (keys: readonly { id: string; name: string }[], name: string): string =>
  keys.find((each) => each.name === name)?.id ?? '';

describe('the audit trail', () => {
  it('has who signed in, from where, and nothing of the key', async () => {
    const { host, key, store, lines } = await open();
    await host.signIn(key('agency'));
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      action: 'signed in',
      keyId: idOf(await store.keys(), 'agency'),
      accountId: keyPlans.agency.accountId,
      clientId: null,
      address: '127.0.0.1',
    });
    expect(JSON.stringify(line)).not.toContain(key('agency').slice(0, 12));
  });

  it('has refusals, with the key where it is known and why it opens nothing', async () => {
    const { host, key, store, lines } = await open();
    const unknown = `sl_${'x'.repeat(48)}`;
    await host.signIn(unknown);
    for (const name of ['revoked', 'readonly'] as const) {
      await host.call({ path: clients, headers: bearer(key(name)) });
    }
    const body = '{"body":"a text that nobody else may read"}';
    const headers = { ...bearer(key('readonly')), 'Content-Type': 'application/json' };
    await host.call({ method: 'POST', path: notes, headers, body });
    await host.call({ path: clients });
    await host.call({ path: clients, headers: { Authorization: 'Bearer two words' } });
    const found = await lines();
    expect(found.map(({ action, keyId, detail }) => [action, keyId, detail])).toEqual([
      ['refused', null, '401 signing in, an unknown key'],
      ['refused', idOf(await store.keys(), 'revoked'), '401 clients, the key is revoked'],
      ['refused', idOf(await store.keys(), 'readonly'), '403 notes'],
      ['refused', null, '401 clients, an unknown key'],
    ]);
    expect(JSON.stringify(found)).not.toContain('xxxx');
    expect(JSON.stringify(found)).not.toContain('nobody else');
  });

  it('has each note with its key, and not its text', async () => {
    const { host, key, store, lines } = await open();
    const headers = { ...bearer(key('agency')), 'Content-Type': 'application/json' };
    const added = await host.call({
      method: 'POST',
      path: notes,
      headers,
      body: '{"body":"hush"}',
    });
    const { data } = JSON.parse(added.text);
    const found = await lines();
    expect(found).toMatchObject([
      {
        action: 'note added',
        keyId: idOf(await store.keys(), 'agency'),
        accountId: keyPlans.agency.accountId,
        subject: data[0].activityId,
        detail: expect.stringContaining(measured.recommendations[0]),
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('hush');
  });

  it('keeps what commands do, and shows it beside a running host and without one', async () => {
    const dataDir = await temporaryFolder();
    const host = await startHostProcess(dataDir);
    await importAccount(dataDir);
    const { out } = await runCommand(dataDir, 'keys', 'create', '--name', 'Weekly');
    const key = out.trimEnd().split('\n').at(-1) ?? '';
    const { out: list } = await runCommand(dataDir, 'keys', 'list');
    const [id = ''] = list.split(' ');
    await runCommand(dataDir, 'keys', 'rotate', id);
    await runCommand(dataDir, 'keys', 'end-sessions', '--all');
    await runCommand(dataDir, 'keys', 'revoke', id);
    const beside = await runCommand(dataDir, 'audit');
    await host.end('SIGTERM');
    const without = await runCommand(dataDir, 'audit');
    expect(without).toEqual(beside);
    const lines = without.out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
      ['imported', '–', 'Harbour Agency'],
      ['key created', 'Weekly', 'Harbour Agency'],
      ['key rotated', 'Weekly', 'Harbour Agency'],
      ['key created', 'Weekly', 'Harbour Agency'],
      ['sessions ended', 'Weekly', 'Harbour Agency'],
      ['sessions ended', 'Weekly', 'Harbour Agency'],
      ['key revoked', 'Weekly', 'Harbour Agency'],
    ]);
    expect(without.out).not.toContain(key);
    const json = await runCommand(dataDir, 'audit', '--key', id, '--json', '--limit', '2');
    expect(
      json.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).action),
    ).toEqual(['sessions ended', 'key revoked']);
    const none = await runCommand(dataDir, 'audit', '--until', '2020-01-01');
    expect(none.out).toBe('No such lines in the audit trail.\n');
  });
});

describe('sessions that are ended from the server', () => {
  const readWith = (
    { host }: Awaited<ReturnType<typeof open>>,
    { cookie, id }: ReturnType<typeof sessionOf>,
  ) => host.call({ path: clients, headers: { cookie, [sessionHeader]: id } });

  it.each([
    ['by their key', false],
    ['all', true],
  ])('open nothing any more: %s', async (_, all) => {
    let at = Date.now();
    const world = await open(() => at);
    const { host, key, store, administration } = world;
    const mine = sessionOf(await host.signIn(key('agency')));
    const other = sessionOf(await host.signIn(key('readonly')));
    expect([(await readWith(world, mine)).status, (await readWith(world, other)).status]).toEqual([
      200, 200,
    ]);
    at += 1;
    const id = all ? null : idOf(await store.keys(), 'agency');
    await administration.endSessions(id);
    expect((await readWith(world, mine)).status).toBe(401);
    expect((await readWith(world, other)).status).toBe(all ? 401 : 200);
    // The key itself opens what it did, and a new session with it.
    expect((await host.call({ path: clients, headers: bearer(key('agency')) })).status).toBe(200);
    const next = sessionOf(await host.signIn(key('agency')));
    expect((await readWith(world, next)).status).toBe(200);
    expect((await readWith(world, mine)).status).toBe(401);
    const refused = (await world.lines()).filter(({ action }) => action === 'refused');
    expect(refused[0]).toMatchObject({ detail: '401 clients, the session was ended' });
  });
});

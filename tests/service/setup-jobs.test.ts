import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HttpMethod } from '../../src/contract/endpoint.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { maxClientsPerAccount } from '../../src/contract/sightline/setup.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { SetupJobs, TooManyJobs } from '../../src/service/setup/setup-jobs.ts';
import { type ImportTarget, StoreFull } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { createSetupCaller } from './contract-setup.ts';
import { accounts, branches, measured, now, uuid } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const { siteId } = measured;
const sitePath = pathTo('changeSite', { siteId });

/** Opens a service over a memory store, with a clock that the test can move. */
async function openWorld() {
  const clock = { now };
  const client = await openTestClient(createMemoryStore(), { clock: () => clock.now });
  return { clock, client, ...createSetupCaller(() => client) };
}

/** Starts a change of the site's name that waits for the import in progress. */
async function startJob({ send }: Awaited<ReturnType<typeof openWorld>>) {
  const response = await send('agency', 'PATCH', sitePath, { name: 'Renamed' });
  expect(response.status).toBe(202);
  return response.headers.get('Location') ?? '';
}

test('a job is forgotten an hour after its end, not before', async () => {
  const world = await openWorld();
  const writer = await world.client.store.beginImport();
  const path = await startJob(world);
  world.clock.now += 2 * 3_600_000;
  expect((await world.readJob('agency', path)).state).toBe('waiting');
  await writer.abort();
  await world.endOf('agency', path);
  world.clock.now += 3_599_999;
  expect((await world.readJob('agency', path)).state).toBe('done');
  world.clock.now += 1;
  expect((await world.client.callAs('agency', path)).status).toBe(404);
});

test('a job can be read for an hour however many others have ended', async () => {
  const world = await openWorld();
  const paths: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    const writer = await world.client.store.beginImport();
    const started: string[] = [];
    for (let n = 0; n < 8; n += 1) started.push(await startJob(world));
    await writer.abort();
    for (const path of started) await world.endOf('agency', path);
    paths.push(...started);
  }
  const jobs = await Promise.all(paths.map((path) => world.readJob('agency', path)));
  expect(jobs.map(({ state }) => state)).toEqual(paths.map(() => 'done'));
});

test('changes that arrive at once are refused beyond the maximum of one tenant', async () => {
  const { store } = await openTestClient(createMemoryStore());
  const jobs = new SetupJobs({ store, clock: () => now, describeFailure: () => '' });
  const writer = await store.beginImport();
  const record = { type: 'site', id: siteId, patch: true, name: 'Renamed' };
  const change = {
    tenant: { accountId: accounts.agency, clientId: null },
    clientId: null,
    siteId,
    plan: async () => ({ records: [{ path: '', record }] }),
    requireAccess: async () => {},
    onDone: () => {},
    onWrite: () => {},
    lateness: new AbortController().signal,
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => jobs.run(change)));
  const refusals = outcomes.filter(({ status }) => status === 'rejected');
  expect(refusals).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new TooManyJobs() })));
  await writer.abort();
  await jobs.close();
});

describe('a new brand whose name is discovered while it waits takes the place of that brand', () => {
  const discoveredId = uuid(0x20_000);
  /** Starts a change, and stores a discovered brand before its turn comes. */
  const changeAfterDiscovery = async (
    world: Awaited<ReturnType<typeof openWorld>>,
    ...[method, path, body]: [HttpMethod, string, object]
  ) => {
    const writer = await world.client.store.beginImport();
    const response = await world.send('agency', method, path, body);
    expect(response.status).toBe(202);
    const brand = { id: discoveredId, siteId, name: 'Linden', role: 'discovered' } as const;
    await writer.writeCatalogue({
      accounts: [],
      clients: [],
      sites: [],
      brands: [{ ...brand, aliases: ['Linden'], domains: [] }],
      prompts: [],
      scans: [],
      recommendations: [],
    });
    await writer.commit();
    return world.endOf('agency', response.headers.get('Location') ?? '');
  };
  const lindenIn = async ({ client }: Awaited<ReturnType<typeof openWorld>>) =>
    (await client.store.lookups.brandsOfSites([siteId]))
      .filter(({ name }) => name.toLowerCase() === 'linden')
      .map(({ id, role }) => ({ id, role }));
  const linden = { name: 'linden', role: 'competitor' };

  test('if it is added', async () => {
    const world = await openWorld();
    const path = pathTo('addBrand', { siteId });
    const job = await changeAfterDiscovery(world, 'POST', path, linden);
    expect(job.mentions.map(({ brandId }) => brandId)).toEqual([discoveredId]);
    expect(await lindenIn(world)).toEqual([{ id: discoveredId, role: 'competitor' }]);
    const audit = await world.client.store.audit({ accountId: accounts.agency, limit: 10 });
    expect(audit.map(({ detail }) => detail)).toContain(`brand ${discoveredId}`);
  });

  test('if the whole set-up is saved', async () => {
    const world = await openWorld();
    const setup = await world.readSetup(siteId);
    const path = pathTo('setup', { siteId });
    const body = { ...setup, brands: [...setup.brands, linden] };
    expect(await changeAfterDiscovery(world, 'PUT', path, body)).toMatchObject({ state: 'done' });
    expect(await lindenIn(world)).toEqual([{ id: discoveredId, role: 'competitor' }]);
  });
});

test('a change that takes more than ten seconds goes on as a job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const world = await openWorld();
  const { store } = world.client;
  const turn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const beginImport = store.beginImport.bind(store);
  vi.spyOn(store, 'beginImport').mockImplementation(async (settings) => {
    begun.resolve();
    await turn.promise;
    return beginImport(settings);
  });
  const changing = world.send('agency', 'PATCH', sitePath, { name: 'Renamed' });
  await begun.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  const response = await changing;
  expect(response.status).toBe(202);
  const path = response.headers.get('Location') ?? '';
  expect((await world.readJob('agency', path)).state).toBe('checking');
  turn.resolve();
  vi.useRealTimers();
  expect(await world.endOf('agency', path)).toMatchObject({ state: 'done' });
  expect((await world.readSetup(siteId)).name).toBe('Renamed');
});

test('changes that take long to write hold no others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const world = await openWorld();
  const written = Promise.withResolvers<void>();
  const beginImport = world.client.store.beginImport.bind(world.client.store);
  const begin = vi.spyOn(world.client.store, 'beginImport');
  begin.mockImplementation((settings) => written.promise.then(() => beginImport(settings)));
  const changing = [1, 2].map((n) => world.send('agency', 'PATCH', sitePath, { name: `${n}` }));
  await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(2), waitOptions);
  expect((await world.send('agency', 'PATCH', sitePath, {})).status).toBe(200);
  written.resolve();
  await Promise.all(changing);
});

test('the ten seconds of a change include its wait for others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const world = await openWorld();
  const { store } = world.client;
  const [planned, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [readSite, beginImport] = [store.site.bind(store), store.beginImport.bind(store)];
  const reading = vi.spyOn(store, 'site');
  reading.mockImplementation((...site) => planned.promise.then(() => readSite(...site)));
  vi.spyOn(store, 'beginImport').mockImplementation((settings) =>
    written.promise.then(() => beginImport(settings)),
  );
  const send = (name: string) => world.send('agency', 'PATCH', sitePath, { name });
  const changing = ['first', 'second', 'third'].map(send);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(2), waitOptions);
  await vi.advanceTimersByTimeAsync(10_000);
  planned.resolve();
  expect((await Promise.all(changing)).map(({ status }) => status)).toEqual([202, 202, 202]);
  vi.useRealTimers();
  written.resolve();
});

test('a change that waits when the service closes is not made', async () => {
  const world = await openWorld();
  const writer = await world.client.store.beginImport();
  const path = await startJob(world);
  await world.client.service.close();
  expect(await world.readJob('agency', path)).toMatchObject({
    state: 'failed',
    failure: 'The data cannot be reached at the moment. Nothing was changed.',
  });
  await writer.abort();
  // The abandoned change takes its turn only to end it.
  await (await world.client.store.beginImport()).abort();
  expect((await world.readSetup(siteId)).name).toBe('Shop');
});

test('a change is not made if its key is revoked while it waits', async () => {
  const world = await openWorld();
  const { store, key } = world.client;
  const writer = await store.beginImport();
  const path = await startJob(world);
  const record = (await store.keys()).find(({ name }) => name === 'agency');
  if (!record) throw new Error(`There is no key ${key('agency')}.`);
  await store.putKeys({ ...record, revokedAt: now });
  await writer.abort();
  expect(await world.endOf('readonly', path)).toMatchObject({ state: 'failed' });
  expect((await world.readSetup(siteId, 'readonly')).name).toBe('Shop');
});

test('a failure of the store is reported, and is the failure of the job', async () => {
  const store = createMemoryStore();
  const beginImport: ImportTarget['beginImport'] = async (settings) => {
    settings?.onWait?.();
    throw new StoreFull('The disk is full.');
  };
  const client = await openTestClient(store);
  const { send, endOf } = createSetupCaller(() => client);
  vi.spyOn(store, 'beginImport').mockImplementation(beginImport);
  const response = await send('agency', 'PATCH', sitePath, { name: 'Renamed' });
  const job = await endOf('agency', response.headers.get('Location') ?? '');
  expect([job.state, job.failure]).toEqual(['failed', 'The disk is full. Nothing was changed.']);
  await vi.waitFor(
    () => expect(client.failures.map(({ route }) => route)).toEqual(['setupJob']),
    waitOptions,
  );
});

test('a full disk gives 507 to a change that does not wait', async () => {
  const store = createMemoryStore();
  const client = await openTestClient(store);
  const { send } = createSetupCaller(() => client);
  vi.spyOn(store, 'beginImport').mockRejectedValue(new StoreFull('The disk is full.'));
  expect((await send('agency', 'PATCH', sitePath, { name: 'Renamed' })).status).toBe(507);
  expect(client.failures.map(({ route }) => route)).toEqual(['changeSite']);
});

test.each([
  [
    'brands',
    Array.from({ length: 196 }, (_, n) => ({
      type: 'brand',
      id: uuid(0x10_000 + n),
      siteId,
      name: `Brand ${n}`,
      role: 'competitor',
    })),
    pathTo('addBrand', { siteId }),
    { name: 'One more', role: 'competitor' },
    'A site can have at most 200 brands that are tracked or competitors. Nothing was changed.',
  ],
  [
    'questions',
    Array.from({ length: 1_997 }, (_, n) => ({
      type: 'prompt',
      id: uuid(0x10_000 + n),
      siteId,
      text: `Question ${n}?`,
      retired: true,
    })),
    pathTo('addPrompt', { siteId }),
    { text: 'One more?' },
    'A site can have at most 2,000 questions, retired ones included. Nothing was changed.',
  ],
  [
    'clients',
    Array.from({ length: maxClientsPerAccount - 4 }, (_, n) => ({
      type: 'client',
      id: uuid(0x10_000 + n),
      accountId: accounts.agency,
      name: `Client ${n}`,
      createdAt: '2026-01-01T00:00:00Z',
    })),
    pathTo('createClient', {}),
    { name: 'One more' },
    'An account can have at most 5,000 clients. Nothing was changed.',
  ],
])(
  'no more than the maximum number of %s can be created',
  async (_, records, path, body, detail) => {
    const { client, send, change } = await openWorld();
    await importMeasurements(client.store, recordInput('records', records));
    const last = await change('agency', 'POST', path, body);
    expect([201, 202], last.text).toContain(last.status);
    const response = await send('agency', 'POST', path, {
      ...body,
      name: 'Two more',
      text: 'Two?',
    });
    expect([response.status, response.json]).toMatchObject([409, { detail }]);
  },
);

test('no set-up is saved with more than the maximum number of questions', async () => {
  const { send, readSetup } = await openWorld();
  const setup = await readSetup(siteId);
  const more = Array.from({ length: 1_999 }, (_, n) => ({ text: `Question ${n}?` }));
  const response = await send('agency', 'PUT', pathTo('saveSetup', { siteId }), {
    ...setup,
    prompts: [...setup.prompts, ...more],
  });
  expect([response.status, response.json]).toMatchObject([
    422,
    { errors: [{ parameter: 'prompts', message: 'must have at most 2,000 entries' }] },
  ]);
});

test('a site of a client cannot be created for another tenant’s client', async () => {
  const { send } = await openWorld();
  const clientId = branches.other.ids.clientId ?? '';
  const path = pathTo('createSite', { clientId });
  expect((await send('agency', 'POST', path, { name: 'No' })).status).toBe(404);
});

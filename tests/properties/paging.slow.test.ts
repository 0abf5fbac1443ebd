import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { noBranding } from '../../src/service/store/records.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { chooseRepetitions } from '../setup/soak.ts';
import { createStrictService } from '../setup/strict-service.ts';
import { importBatch } from './random-world.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const account = { id: uuid(1), name: 'A', kind: 'agency' as const, sample: false };
const emptyCatalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
};

const createClient = (n: number, createdAt: number) => ({
  id: uuid(1_000 + n),
  accountId: account.id,
  name: `Client ${n}`,
  websiteUrl: '',
  industry: '',
  description: '',
  ...noBranding,
  createdAt,
  updatedAt: createdAt,
});
const createSite = (n: number, createdAt: number) => ({
  id: uuid(5_000 + n),
  accountId: account.id,
  clientId: uuid(1_000),
  name: `Site ${n}`,
  url: '',
  active: true,
  collection: null,
  createdAt,
  updatedAt: createdAt,
});

async function createKey(store: Store, n: number): Promise<string> {
  const key = makeKey();
  await store.putKeys({
    id: uuid(100 + n),
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: 'k',
    accountId: account.id,
    clientId: null,
    scopes: [],
    sample: false,
    createdAt: 0,
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
  });
  return key;
}

interface PageBody {
  status: number;
  data: { id: string }[];
  nextCursor: string | null;
}

async function fetchPage(store: Store, key: string, path: string): Promise<PageBody> {
  // Each page uses a new service, because cursors must survive a restart.
  const request = new Request(`http://service.test${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const response = await createStrictService(store).fetch(request);
  return { status: response.status, ...(await response.json()) };
}

describe.each([
  ['clients', '/v1/clients?', 'clients', createClient],
  ['sites', `/v1/clients/${uuid(1_000)}/sites?`, 'sites', createSite],
  ['all sites', '/sightline/v1/sites?', 'sites', createSite],
  ['sites that match a search', '/sightline/v1/sites?q=site&', 'sites', createSite],
  ['the overview', '/sightline/v1/overview?', 'sites', createSite],
] as const)('paging through %s', (_, path, table, createRecord) => {
  it('returns every existing record exactly once, newest first, while others are added', async () => {
    const run = async (existingTimes: number[], addedTimes: number[][], limit: number) => {
      const store = createMemoryStore();
      const owner = table === 'sites' ? [createClient(0, 0)] : [];
      const createdAt = new Map<string, number>();
      const createDated = (n: number, at: number) => {
        const record = createRecord(n, at);
        createdAt.set(record.id, at);
        return record;
      };
      const existing = existingTimes.map((at, n) => createDated(n, at));
      await importBatch(store, {
        catalogue: { ...emptyCatalogue, accounts: [account], clients: owner, [table]: existing },
        answers: [],
      });
      const key = await createKey(store, 0);
      const entries: string[] = [];
      let cursor: string | null = null;
      let recordCount = existingTimes.length;
      for (let step = 0; step === 0 || cursor !== null; step += 1) {
        const from: string = cursor === null ? '' : `&cursor=${cursor}`;
        const received: PageBody = await fetchPage(store, key, `${path}limit=${limit}${from}`);
        expect(received.status).toBe(200);
        expect(received.data.length).toBeLessThanOrEqual(limit);
        entries.push(...received.data.map(({ id }) => `${createdAt.get(id)} ${id}`));
        cursor = received.nextCursor;
        const added = (addedTimes[step] ?? []).map((at, n) => createDated(recordCount + n, at));
        recordCount += added.length;
        await importBatch(store, { catalogue: { ...emptyCatalogue, [table]: added }, answers: [] });
      }
      expect(new Set(entries).size).toBe(entries.length);
      expect(entries).toEqual([...entries].sort().reverse());
      const ids = new Set(entries.map((entry) => entry.split(' ')[1]));
      for (const { id } of existing) expect(ids).toContain(id);
    };
    // The small range creates ties, which are broken by ID.
    const times = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        times.filter((list) => list.length > 0),
        fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        run,
      ),
      { numRuns: chooseRepetitions(20, 60) },
    );
  });
});

describe('a cursor', () => {
  async function openWithCursor() {
    const store = createMemoryStore();
    const clients = [0, 1, 2].map((n) => createClient(n, n));
    const sites = [0, 1, 2].map((n) => createSite(n, n));
    await importBatch(store, {
      catalogue: { ...emptyCatalogue, accounts: [account], clients, sites },
      answers: [],
    });
    const key = await createKey(store, 0);
    const { nextCursor } = await fetchPage(store, key, '/v1/clients?limit=1');
    return { store, key, cursor: nextCursor ?? '' };
  }

  it('is refused with any character changed or removed, or with one appended', async () => {
    const { store, key, cursor } = await openWithCursor();
    expect((await fetchPage(store, key, `/v1/clients?cursor=${cursor}`)).status).toBe(200);
    const altered = [...cursor].flatMap((character, at) =>
      ['A', 'B', '-', '']
        .filter((other) => other !== character)
        .map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
    );
    for (const forged of [...altered, `${cursor}A`, 'x', cursor.slice(0, -4)]) {
      expect((await fetchPage(store, key, `/v1/clients?cursor=${forged}`)).status, forged).toBe(
        422,
      );
    }
  });

  it('is refused with another key and on another path', async () => {
    const { store, key, cursor } = await openWithCursor();
    const otherKey = await createKey(store, 1);
    expect((await fetchPage(store, otherKey, `/v1/clients?cursor=${cursor}`)).status).toBe(422);
    const sites = `/v1/clients/${uuid(1_000)}/sites?cursor=${cursor}`;
    expect((await fetchPage(store, key, sites)).status).toBe(422);
  });
});

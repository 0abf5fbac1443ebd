import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { notesScope } from '../../contract/scopes.ts';
import { digestOf } from '../../service/access/keys.ts';
import type { AccountRecord } from '../../service/store/records.ts';
import { StoreFull, StoreUnavailable } from '../../service/store/store.ts';
import { type Administration, createAdministration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const day = 86_400_000;
const start = Date.parse('2027-01-20T15:30:00.000Z');
const request = { name: 'Reports', account: null, client: null, scopes: [notesScope] };

const account = (n: number, overrides: Partial<AccountRecord> = {}): AccountRecord => ({
  id: uuid(n),
  name: `Account ${n}`,
  kind: 'agency',
  sample: false,
  ...overrides,
});
const emptyCatalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
};

/** Creates a store with these accounts, its administration, and a clock that the test sets. */
async function setUp(accounts: readonly AccountRecord[] = [account(1)]) {
  const store = createMemoryStore();
  const writer = await store.beginImport();
  await writer.writeCatalogue({ ...emptyCatalogue, accounts });
  await writer.commit();
  const time = { now: start };
  return { store, time, administration: createAdministration(store, { clock: () => time.now }) };
}

describe('a key requested without an account', () => {
  it('gives access to the only account that is not sample data', async () => {
    const sample = account(1, { sample: true });
    const { administration } = await setUp([sample, account(2), account(3, { sample: true })]);
    expect((await administration.run('keys/create', request)).record.accountId).toBe(uuid(2));
  });

  it.each([
    ['no data', []],
    ['sample data only', [account(1, { sample: true })]],
  ])('is not created if there is %s, and neither is an account', async (_, accounts) => {
    const { store, administration } = await setUp(accounts);
    const refusal = administration.run('keys/create', request);
    await expect(refusal).rejects.toThrow(AdministrationError);
    await expect(refusal).rejects.toThrow(
      'There is no account yet. Create one together with the key (--new-account NAME), or import your data first (npm run import -- FILE)',
    );
    expect(await store.keys()).toEqual([]);
    expect(await store.lookups.accounts()).toEqual(accounts);
  });

  it('is not created if there are several accounts, which are listed', async () => {
    const business = account(2, { name: 'Oakwell', kind: 'business' });
    const sample = account(3, { sample: true });
    const { store, administration } = await setUp([account(1), business, sample]);
    const refusal = administration.run('keys/create', request);
    await expect(refusal).rejects.toThrow(AdministrationError);
    const message = await refusal.catch((error: unknown) => String(error));
    expect(message).toContain('--account');
    expect(message).toContain(`${uuid(1)}  Account 1 (agency)`);
    expect(message).toContain(`${uuid(2)}  Oakwell (business)`);
    expect(message).not.toContain(uuid(3));
    expect(await store.keys()).toEqual([]);
    const { record } = await administration.run('keys/create', { ...request, account: uuid(2) });
    expect(record.accountId).toBe(uuid(2));
  });
});

it('a key without a lifetime does not expire', async () => {
  const { administration } = await setUp();
  expect((await administration.run('keys/create', request)).record.expiresAt).toBeNull();
});

describe('a key for a new account', () => {
  const forNewAccount = { ...request, newAccount: { name: 'Oakwell', kind: 'agency' as const } };

  it('creates the account, also in an empty store', async () => {
    const { store, administration } = await setUp([]);
    const { record } = await administration.run('keys/create', forNewAccount);
    const accounts = [{ id: record.accountId, name: 'Oakwell', kind: 'agency', sample: false }];
    expect(await store.lookups.accounts()).toEqual(accounts);
    expect(record).toMatchObject({ accountName: 'Oakwell', clientId: null });
  });

  it.each([
    ['an empty name', { newAccount: { name: ' ', kind: 'agency' as const } }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['another account besides', { account: uuid(1) }],
  ])('creates nothing for %s', async (_, fields) => {
    const { store, administration } = await setUp();
    const refusal = administration.run('keys/create', { ...forNewAccount, ...fields });
    await expect(refusal).rejects.toThrow(AdministrationError);
    expect(await store.lookups.accounts()).toEqual([account(1)]);
    expect(await store.keys()).toEqual([]);
  });
});

describe('a key with a lifetime', () => {
  it('expires at the end of a UTC day, or after a number of days of 24 hours', async () => {
    const { administration } = await setUp();
    const through = { ...request, lifetime: { through: '2027-01-31' } };
    expect((await administration.run('keys/create', through)).record.expiresAt).toBe(
      Date.parse('2027-02-01T00:00:00.000Z'),
    );
    const today = { ...request, lifetime: { through: '2027-01-20' } };
    expect((await administration.run('keys/create', today)).record.expiresAt).toBe(
      Date.parse('2027-01-21T00:00:00.000Z'),
    );
    const days = { ...request, lifetime: { days: 90 } };
    expect((await administration.run('keys/create', days)).record.expiresAt).toBe(start + 90 * day);
  });

  it.each([
    { through: '2027-01-19' },
    { through: '2027-02-30' },
    { through: 'tomorrow' },
    { days: 0 },
    { days: 1.5 },
    { days: 36_501 },
  ])('is not created if the lifetime is %j', async (lifetime) => {
    const { store, administration } = await setUp();
    await expect(administration.run('keys/create', { ...request, lifetime })).rejects.toThrow(
      AdministrationError,
    );
    expect(await store.keys()).toEqual([]);
  });
});

describe('rotating a key', () => {
  it('creates one with the same access, and lets the old one expire after the overlap', async () => {
    const { store, administration } = await setUp([account(1)]);
    const { record: old } = await administration.run('keys/create', request);
    const rotated = await administration.run('keys/rotate', { id: old.prefix, overlapDays: 7 });
    const { name, accountId, clientId, scopes } = old;
    const access = { name, accountId, clientId, scopes };
    expect(rotated.record).toMatchObject({ ...access, expiresAt: null, revokedAt: null });
    expect(rotated.record.id).not.toBe(old.id);
    expect(rotated.old).toEqual({ ...old, expiresAt: start + 7 * day });
    const { accountName, clientName, ...storedFields } = rotated.record;
    expect([accountName, clientName]).toEqual(['Account 1', null]);
    expect(await store.keyByDigest(digestOf(rotated.key))).toMatchObject(storedFields);
    expect(await administration.run('keys/list', {})).toEqual([rotated.old, rotated.record]);
  });

  it('keeps notes hidden from the new key', async () => {
    const { administration } = await setUp();
    const { record: old } = await administration.run('keys/create', {
      ...request,
      hidesNotes: true,
    });
    const rotated = await administration.run('keys/rotate', { id: old.id, overlapDays: 7 });
    expect([old.hidesNotes, rotated.record.hidesNotes, rotated.old.hidesNotes]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('does not extend a key that expires, and requires a lifetime for the new one', async () => {
    const { time, administration } = await setUp();
    const created = await administration.run('keys/create', { ...request, lifetime: { days: 30 } });
    time.now += 28 * day;
    const rotation = { id: created.record.id, overlapDays: 7 };
    await expect(administration.run('keys/rotate', rotation)).rejects.toThrow(
      '--expires DAY or --days N',
    );
    const lifetime = { days: 10 };
    const { old, record } = await administration.run('keys/rotate', { ...rotation, lifetime });
    expect(old.expiresAt).toBe(created.record.expiresAt);
    expect(record.expiresAt).toBe(time.now + 10 * day);
  });

  it('a second time during the overlap requires a lifetime for the new key', async () => {
    const { administration } = await setUp();
    const { record } = await administration.run('keys/create', request);
    const rotation = { id: record.id, overlapDays: 7 };
    expect((await administration.run('keys/rotate', rotation)).record.expiresAt).toBeNull();
    await expect(administration.run('keys/rotate', rotation)).rejects.toThrow(
      '--expires DAY or --days N',
    );
  });

  it('revokes the old key at once if there is no overlap', async () => {
    const { administration } = await setUp();
    const { record } = await administration.run('keys/create', request);
    const { old } = await administration.run('keys/rotate', { id: record.id, overlapDays: 0 });
    expect(old).toEqual({ ...record, revokedAt: start });
  });

  it('is refused for a revoked, expired, sample or unknown key, and for a negative overlap', async () => {
    const { store, time, administration } = await setUp();
    const revoked = await administration.run('keys/create', request);
    await administration.run('keys/revoke', { id: revoked.record.id });
    const expired = await administration.run('keys/create', { ...request, lifetime: { days: 1 } });
    const sample = { ...expired.record, id: uuid(9), digest: '0'.repeat(64), sample: true };
    await store.putKeys({ ...sample, expiresAt: null });
    time.now += day;
    const before = await store.keys();
    for (const id of [revoked.record.id, expired.record.id, sample.id, uuid(8)]) {
      await expect(administration.run('keys/rotate', { id, overlapDays: 7 })).rejects.toThrow(
        AdministrationError,
      );
    }
    await expect(
      administration.run('keys/rotate', { id: expired.record.id, overlapDays: -1 }),
    ).rejects.toThrow('--overlap');
    expect(await store.keys()).toEqual(before);
  });

  it('changes nothing when the disk is full', async () => {
    const { store, administration } = await setUp();
    const { record } = await administration.run('keys/create', request);
    const before = await store.keys();
    const fullDiskAdministration = createAdministration({
      ...store,
      putKeys: () =>
        Promise.reject(
          new StoreFull('The disk is full, so nothing was changed. Free some space and try again.'),
        ),
    });
    await expect(
      fullDiskAdministration.run('keys/rotate', { id: record.id, overlapDays: 7 }),
    ).rejects.toThrow(StoreFull);
    expect(await store.keys()).toEqual(before);
  });
});

it('a key that cannot be written is not created', async () => {
  const { store } = await setUp();
  const putKeys = () =>
    Promise.reject(
      new StoreFull('The disk is full, so nothing was changed. Free some space and try again.'),
    );
  const fullDiskAdministration = createAdministration({ ...store, putKeys });
  await expect(fullDiskAdministration.run('keys/create', request)).rejects.toThrow(StoreFull);
  expect(await store.keys()).toEqual([]);
});

describe('revoking a key when the change cannot be saved', () => {
  it('fails if no host is serving, and the key is not revoked', async () => {
    const { store, administration } = await setUp();
    const { record } = await administration.run('keys/create', request);
    const putKeys = () =>
      Promise.reject(
        new StoreFull('The disk is full, so nothing was changed. Free some space and try again.'),
      );
    const fullDiskAdministration = createAdministration({ ...store, putKeys });
    await expect(fullDiskAdministration.run('keys/revoke', { id: record.id })).rejects.toThrow(
      /was not revoked: the disk is full/,
    );
    expect((await store.keys())[0]?.revokedAt).toBeNull();
  });
});

describe('a command whose lookup fails', () => {
  it.each<[string, (administration: Administration, id: string) => Promise<unknown>]>([
    ['does not create a key', (administration) => administration.run('keys/create', request)],
    [
      'does not rotate a key',
      (administration, id) => administration.run('keys/rotate', { id, overlapDays: 0 }),
    ],
    ['does not revoke a key', (administration, id) => administration.run('keys/revoke', { id })],
    [
      'does not end sessions',
      (administration, id) => administration.run('keys/end-sessions', { id }),
    ],
  ])('%s', async (_, command) => {
    const { store, administration } = await setUp();
    const { record } = await administration.run('keys/create', request);
    const before = await store.keys();
    vi.spyOn(store.lookups, 'clients').mockRejectedValue(new StoreUnavailable('Away.'));
    await expect(command(administration, record.id)).rejects.toThrow('Away.');
    expect(await store.keys()).toEqual(before);
  });
});

describe('ending sessions', () => {
  it('of all keys skips revoked and expired ones, but an expired key can be chosen by ID', async () => {
    const { store, time, administration } = await setUp();
    const active = await administration.run('keys/create', request);
    const revoked = await administration.run('keys/create', request);
    await administration.run('keys/revoke', { id: revoked.record.id });
    const expired = await administration.run('keys/create', { ...request, lifetime: { days: 1 } });
    time.now += day;
    const ended = await administration.run('keys/end-sessions', { id: null });
    expect(ended.keys.map(({ id }) => id)).toEqual([active.record.id]);
    const changed = (await store.keys()).filter((key) => key.sessionsEndedAt !== null);
    expect(changed.map(({ id }) => id)).toEqual([active.record.id]);
    expect(
      (await administration.run('keys/end-sessions', { id: expired.record.id })).keys,
    ).toHaveLength(1);
  });
});

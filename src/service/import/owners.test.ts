import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { importMeasurements } from './import.ts';
import { recordInput } from './input.ts';
import { defaultAccount } from './owners.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-03-01T10:00:00.000Z';
const account = (n: number, kind = 'agency') => ({
  type: 'account',
  id: uuid(n),
  name: `Account ${n}`,
  kind,
});
const client = (n: number, more: object = {}) => ({
  type: 'client',
  id: uuid(n),
  name: 'Client',
  createdAt,
  ...more,
});
const site = (n: number, more: object = {}) => ({
  type: 'site',
  id: uuid(n),
  name: 'Site',
  createdAt,
  ...more,
});

let store: Store;
beforeEach(() => {
  store = createMemoryStore();
});

const load = (records: readonly object[], options = {}) =>
  importMeasurements(store, recordInput('week.ndjson', records), options);
const readAccountIds = async () => (await store.lookups.accounts()).map(({ id }) => id).sort();
const readAccountIdsOfClient = async (n: number) =>
  (await store.lookups.clients([uuid(n)])).map(({ accountId }) => accountId);

/** Makes an agency a business, clients and all, as earlier versions did. */
async function storeAsBusiness(n: number): Promise<void> {
  const writer = await store.beginImport();
  const record = { id: uuid(n), name: `Account ${n}`, kind: 'business', sample: false } as const;
  await writer.writeCatalogue({
    accounts: [record],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  });
  await writer.commit();
}

describe('a client without an account', () => {
  it('is assigned to the account from an earlier import, whether listed there or created by default', async () => {
    await load([client(11)]);
    await load([client(12)]);
    expect(await readAccountIds()).toEqual([defaultAccount.id]);
    store = createMemoryStore();
    await load([account(1)]);
    await load([client(11)]);
    await load([client(11), client(12)]);
    expect(await readAccountIds()).toEqual([uuid(1)]);
    expect(await readAccountIdsOfClient(12)).toEqual([uuid(1)]);
  });

  it('is assigned to the only account of its file', async () => {
    await load([client(11), account(1)]);
    expect(await readAccountIds()).toEqual([uuid(1)]);
  });

  it('is not assigned to a sample account', async () => {
    await load([account(1), client(11, { accountId: uuid(1) })], { sample: true });
    await load([client(12)]);
    expect(await readAccountIdsOfClient(12)).toEqual([defaultAccount.id]);
    await expect(load([client(11)])).rejects.toThrow(
      'line 1, accountId: differs from the record that has or had this ID, which cannot move to another account',
    );
  });

  it('is refused with its line number if several accounts exist, which are listed once', async () => {
    await load([account(1), account(2, 'business')]);
    await load([account(9)], { sample: true });
    const refused = load([client(11), site(21, { clientId: uuid(11) }), client(12)]);
    await expect(refused).rejects.toThrow(
      [
        'week.ndjson, line 1, accountId: is missing, and there are several accounts. Name one here, or for the whole file with --account ID:',
        `  ${uuid(1)}  Account 1 (agency)`,
        `  ${uuid(2)}  Account 2 (business)`,
        'week.ndjson, line 3, accountId: is missing, and there are several accounts. Name one here, or for the whole file with --account ID',
        'Nothing was imported.',
      ].join('\n'),
    );
    await load([client(11), site(21, { clientId: uuid(11) })], { account: uuid(1) });
    expect(await readAccountIdsOfClient(11)).toEqual([uuid(1)]);
  });

  it('stays in its account when imported again, however many accounts there are by then', async () => {
    await load([account(1), client(11)]);
    await load([account(2)]);
    await load([client(11, { name: 'Renamed' })]);
    expect(await store.lookups.clients([uuid(11)])).toMatchObject([
      { accountId: uuid(1), name: 'Renamed' },
    ]);
  });

  it('is refused with a list of at most ten accounts', async () => {
    await load(Array.from({ length: 12 }, (_, n) => account(n + 1)));
    const message = await load([client(20)]).catch(String);
    expect(message).toContain(`  ${uuid(10)}  Account 10 (agency)\n  … and 2 more\n`);
  });

  it('is refused if the only account is a business, which has no clients', async () => {
    await load([account(1, 'business')]);
    await expect(load([client(11)])).rejects.toThrow(
      'line 1, accountId: is missing, and the only account is a business, which has no clients',
    );
  });
});

describe('a client of a business', () => {
  const remedy =
    'which has no clients. Name an agency, or leave this client out and give its sites the accountId of the business instead of a clientId';

  it('is refused with its line number if it names the business', async () => {
    const records = [account(1, 'business'), client(11, { accountId: uuid(1) })];
    const refused = `line 2, accountId: names a business, ${remedy}`;
    await expect(load(records)).rejects.toThrow(refused);
    await load(records.slice(0, 1));
    await expect(load([account(2), ...records.slice(1)])).rejects.toThrow(refused);
    expect(await store.lookups.clients([uuid(11)])).toEqual([]);
  });

  it('is refused with its line number if only --account names the business', async () => {
    await load([account(1, 'business'), account(2)]);
    await expect(load([client(11)], { account: uuid(1) })).rejects.toThrow(
      `line 1, accountId: is missing, and --account names a business, ${remedy}`,
    );
    await load([site(21)], { account: uuid(1) });
    await load([client(11, { accountId: uuid(2) })], { account: uuid(1) });
  });

  it('can still be replaced if it is already stored', async () => {
    await load([account(1), client(11)]);
    await storeAsBusiness(1);
    await load([account(1, 'business')]);
    await load([client(11, { name: 'Renamed', accountId: uuid(1) })]);
    await load([client(11, { name: 'Renamed again' })], { account: uuid(1) });
    await load([client(11), site(21, { clientId: uuid(11) })]);
    expect(await readAccountIdsOfClient(11)).toEqual([uuid(1)]);
    await expect(load([client(11), client(12)])).rejects.toThrow('line 2, accountId: is missing');
  });
});

describe('an agency', () => {
  const reason =
    'kind: must stay agency, since the stored account has clients, which a business cannot have';

  it('cannot become a business once it has clients', async () => {
    await load([account(1), client(11)]);
    const refused = load([site(21, { clientId: uuid(11) }), account(1, 'business')]);
    await expect(refused).rejects.toThrow(`week.ndjson, line 2, ${reason}\nNothing was imported.`);
    expect(await store.lookups.accounts()).toMatchObject([{ id: uuid(1), kind: 'agency' }]);
  });

  it('can become a business while it has no clients', async () => {
    await load([account(1), account(2), client(12, { accountId: uuid(2) })]);
    await load([account(1, 'business')]);
    expect(await store.lookups.accounts()).toMatchObject([{ kind: 'business' }, {}]);
  });
});

it('a site without a client or account is assigned to the only business', async () => {
  await load([account(1, 'business'), site(21)]);
  expect(await store.lookups.sites([uuid(21)])).toMatchObject([{ accountId: uuid(1) }]);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { everyAnswerScope } from '../../../tests/setup/scopes.ts';
import type { Store } from '../store/store.ts';
import { ImportRefused } from './faults.ts';
import { importMeasurements } from './import.ts';
import { recordInput } from './input.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-03-01T10:00:00.000Z';
const account = { type: 'account', id: uuid(1), name: 'Agency', kind: 'agency' };
const client = { type: 'client', id: uuid(2), name: 'Client', createdAt };
const otherClient = { ...client, id: uuid(3) };
const site = { type: 'site', id: uuid(4), clientId: client.id, name: 'Site', createdAt };
const siteId = site.id;
const acme = { type: 'brand', id: uuid(5), siteId, name: 'Acme', role: 'tracked' };
const bolt = { type: 'brand', id: uuid(6), siteId, name: 'Bolt', role: 'competitor' };
const prompt = { type: 'prompt', id: uuid(7), siteId, text: 'Is Acme good?' };
const unasked = { type: 'prompt', id: uuid(8), siteId, text: 'Who else?' };
const scan = { type: 'scan', id: uuid(9), siteId, status: 'completed', createdAt };
const answer = {
  type: 'answer',
  scanId: scan.id,
  promptId: prompt.id,
  platform: 'claude_api',
  region: 'US',
  text: 'Bolt, then Acme.',
};
const recommendation = { type: 'recommendation', id: uuid(10), siteId, title: 'Say more' };
const records = [
  ...[account, client, otherClient, site, acme, bolt, prompt, unasked, scan, answer],
  recommendation,
];
const remove = ({ type, id }: { type: string; id: string }) => ({ type, id, removed: true });

const tenant = { accountId: account.id, clientId: null };
let store: Store;
const importRecords = (lines: readonly object[]) =>
  importMeasurements(store, recordInput('week.ndjson', lines));
const readMentions = async () => {
  const { brands } = await store.timeline(tenant, siteId, everyAnswerScope);
  return brands.brandId.map((id, row) => [id, brands.mentions[row]]);
};
const readPrompt = (id: string) => store.prompt(tenant, siteId, id);

async function expectRefusal(lines: readonly object[]): Promise<string> {
  const before = await store.dataVersion();
  const error = await importRecords(lines).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImportRefused);
  expect(await store.dataVersion()).toBe(before);
  return error instanceof Error ? error.message : '';
}

beforeEach(async () => {
  store = createMemoryStore();
  await importRecords(records);
});

describe('a record with "removed": true', () => {
  it.each([
    [account, { account: 1, client: 2, site: 1, brand: 2, prompt: 2, scan: 1, recommendation: 1 }],
    [client, { client: 1, site: 1, brand: 2, prompt: 2, scan: 1, recommendation: 1 }],
    [site, { site: 1, brand: 2, prompt: 2, scan: 1, recommendation: 1 }],
    [bolt, { brand: 1 }],
    [unasked, { prompt: 1 }],
    [scan, { scan: 1 }],
    [recommendation, { recommendation: 1 }],
  ])('removes the $type and what belongs to it, and counts it', async (record, removed) => {
    const summary = await importRecords([remove(record)]);
    expect(summary).toMatchObject({ removed, accounts: [account.id] });
    expect(await expectRefusal([remove(record)])).toContain(
      `line 1, id: no stored ${record.type} has this ID, so nothing can be removed`,
    );
  });

  it.each([
    [client, 'accountId'],
    [site, 'accountId'],
    [acme, 'siteId'],
    [unasked, 'siteId'],
    [scan, 'siteId'],
    [recommendation, 'siteId'],
  ])('lets the ID of a $type come back only to its account', async (record, field) => {
    const other = { type: 'account', id: uuid(20), name: 'Other', kind: 'agency' };
    const [theirClient, theirSite] = [
      { ...client, id: uuid(21), accountId: other.id },
      { ...site, id: uuid(22), clientId: uuid(21) },
    ];
    await importRecords([other, theirClient, theirSite]);
    await importRecords([remove(record)]);
    const owner = { accountId: other.id, clientId: theirClient.id, siteId: theirSite.id };
    const named = (fields: object) =>
      Object.fromEntries(Object.entries(owner).filter(([name]) => name in fields));
    const theirs = record.type === 'client' ? { ...record, accountId: other.id } : record;
    const faults = await expectRefusal([{ ...theirs, ...named(theirs) }]);
    expect(faults).toContain(
      `line 1, ${field}: differs from the record that has or had this ID, which cannot move to another account`,
    );
    await importRecords([record.type === 'client' ? { ...record, accountId: account.id } : record]);
    const table = `${record.type}s`;
    expect(await store.lookups.formerOwners([record.id])).toEqual([
      { table, id: record.id, accountId: account.id },
    ]);
  });

  it('lets its ID come to no other account, even for a record of another kind', async () => {
    const other = { type: 'account', id: uuid(20), name: 'Other', kind: 'agency' };
    const theirClient = { ...client, id: uuid(21), accountId: other.id };
    const theirSite = { ...site, id: uuid(22), clientId: theirClient.id };
    await importRecords([other, theirClient, theirSite]);
    const theirBrand = { ...bolt, id: uuid(24), siteId: theirSite.id };
    const ours = { ...prompt, id: theirBrand.id };
    await importRecords([theirBrand, ours]);
    await importRecords([remove(site)]);
    expect(await expectRefusal([{ ...theirBrand, id: siteId }])).toContain(
      'line 1, siteId: differs from the record that has or had this ID',
    );
    // What is stored already stays importable, for example from an export.
    await importRecords([theirBrand]);
  });

  it('lets the ID of a brand come back to another site of its account', async () => {
    const second = { ...site, id: uuid(23), name: 'Second' };
    await importRecords([second, remove(bolt)]);
    await importRecords([{ ...bolt, siteId: second.id }]);
    expect((await store.site(tenant, second.id))?.brands).toMatchObject([{ id: bolt.id }]);
  });

  it('removes only the named client of an account', async () => {
    await importRecords([remove(client)]);
    const clients = await store.clients(tenant, { after: null, limit: 10 });
    expect(clients.map(({ id }) => id)).toEqual([otherClient.id]);
  });

  it('lets a site stay that the file moves to another client', async () => {
    await importRecords([remove(client), { ...site, clientId: otherClient.id }]);
    expect((await store.site(tenant, siteId))?.site.clientId).toBe(otherClient.id);
    expect(await readMentions()).toHaveLength(2);
  });

  it('takes the mentions of a removed brand from measured and from given answers', async () => {
    const given = {
      ...answer,
      run: 2,
      text: null,
      mentions: [{ brandId: bolt.id }, { brandId: acme.id }],
    };
    const both = { ...given, run: 3, text: 'Acme.' };
    await importRecords([given, both]);
    expect(await readMentions()).toEqual([
      [acme.id, 3],
      [bolt.id, 3],
    ]);
    const summary = await importRecords([remove(bolt)]);
    expect(summary).toMatchObject({ measuredAgain: 2, unmeasurableDays: [] });
    expect(await readMentions()).toEqual([[acme.id, 3]]);
    const { firstMentions } = await store.counts(tenant, siteId, everyAnswerScope);
    expect(firstMentions).toEqual([{ brandId: acme.id, answers: 2, first: 2 }]);
  });

  it('finds the tracked brand in prompts again when it is removed and another one takes its place', async () => {
    expect((await readPrompt(prompt.id))?.mentionsTracked).toBe(true);
    await importRecords([remove(acme)]);
    expect((await readPrompt(prompt.id))?.mentionsTracked).toBe(false);
    await importRecords([{ ...acme, id: uuid(20) }]);
    expect((await readPrompt(prompt.id))?.mentionsTracked).toBe(true);
    expect(await readMentions()).toEqual([
      [bolt.id, 1],
      [uuid(20), 1],
    ]);
  });

  it('leaves the answers of a removed scan out when a brand of its site changes in the same file', async () => {
    const later = { ...scan, id: uuid(21) };
    await importRecords([later, { ...answer, scanId: later.id, text: 'Acme and Zed.' }]);
    await importRecords([remove(scan), { ...bolt, aliases: ['Zed'] }]);
    expect(await readMentions()).toEqual([
      [acme.id, 1],
      [bolt.id, 1],
    ]);
  });

  it('lets a removed ID be imported again as a new record', async () => {
    await importRecords([remove(client)]);
    await importRecords([client, site]);
    expect(await store.site(tenant, siteId)).toMatchObject({ brands: [] });
    expect(await store.scans(tenant, siteId, { after: null, limit: 10 })).toEqual([]);
  });

  it('is refused for a prompt with answers, which can be retired', async () => {
    expect(await expectRefusal([remove(prompt)])).toContain(
      'line 1, removed: is not possible, since the prompt has answers. Retire it instead',
    );
    await importRecords([{ type: 'prompt', id: prompt.id, patch: true, retired: true }]);
    expect((await readPrompt(prompt.id))?.retired).toBe(true);
  });

  it.each([
    ['the record itself', [remove(bolt), bolt], 'line 2, id: the file also removes this brand'],
    [
      'a change of the record',
      [{ type: 'brand', id: bolt.id, patch: true, name: 'B' }, remove(bolt)],
      'line 1, id: the file also removes this brand',
    ],
    ['a part of it', [remove(site), bolt], 'line 2, id: the file also removes this brand, or what'],
    ['a new part of it', [remove(site), { ...bolt, id: uuid(30) }], 'line 2, siteId: no site has'],
    ['an answer of it', [remove(scan), answer], 'line 2, scanId: no scan has this ID'],
    [
      'an answer that mentions it',
      [remove(bolt), { ...answer, mentions: [{ brandId: bolt.id }] }],
      'line 2, mentions[0].brandId: is not a brand of the site',
    ],
    [
      'a client of it',
      [remove(account), { ...client, id: uuid(31), accountId: account.id }],
      'account',
    ],
  ])('is refused in a file that also gives %s', async (_, lines, reason) => {
    expect(await expectRefusal(lines)).toContain(reason);
  });

  it('is refused for answers, and with a value that is neither true nor false', async () => {
    expect(await expectRefusal([{ ...answer, removed: true }])).toContain(
      'line 1, removed: is not possible for answer records; remove their scan',
    );
    expect(await expectRefusal([{ ...bolt, removed: 'yes' }])).toContain(
      'line 1, removed: must be true or false',
    );
    expect((await importRecords([{ ...bolt, removed: false }])).brands).toBe(1);
  });
});

describe('a retired prompt', () => {
  it('stays retired when it is imported again without the field, and can be asked again', async () => {
    expect((await readPrompt(prompt.id))?.retired).toBe(false);
    await importRecords([{ ...prompt, retired: true }]);
    await importRecords([{ ...prompt, text: 'Is Acme fine?' }, bolt]);
    expect(await readPrompt(prompt.id)).toMatchObject({ retired: true, text: 'Is Acme fine?' });
    await importRecords([{ ...prompt, retired: false }]);
    expect((await readPrompt(prompt.id))?.retired).toBe(false);
  });

  it('keeps its answers', async () => {
    await importRecords([{ ...prompt, retired: true }]);
    expect(await readMentions()).toHaveLength(2);
  });
});

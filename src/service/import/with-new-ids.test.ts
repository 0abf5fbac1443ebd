import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { sentimentScale } from '../records/answer.ts';
import { ImportRefused } from './faults.ts';
import { importMeasurements } from './import.ts';
import { recordInput } from './input.ts';
import { withNewIds } from './with-new-ids.ts';

const uuid = (n: number) => `ab000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-03-01T10:00:00.000Z';
const account = { type: 'account', id: uuid(1), name: 'Agency', kind: 'agency' };
const other = { type: 'account', id: uuid(2), name: 'Other', kind: 'agency' };
const siteId = uuid(4);
const records = [
  account,
  { type: 'client', id: uuid(3), accountId: account.id, name: 'Client', createdAt },
  { type: 'site', id: siteId, clientId: uuid(3), name: 'Site', createdAt },
  { type: 'brand', id: uuid(5), siteId, name: 'Acme', role: 'tracked' },
  { type: 'prompt', id: uuid(6), siteId, text: 'Is Acme good?' },
  // An ID in upper case is the same one.
  { type: 'scan', id: uuid(7).toUpperCase(), siteId, status: 'completed', createdAt },
  {
    type: 'answer',
    scanId: uuid(7),
    promptId: uuid(6),
    platform: 'claude_api',
    region: 'US',
    mentions: [{ brandId: uuid(5), sentiment: 70 }],
  },
  { type: 'recommendation', id: uuid(8), siteId, title: 'Say more' },
  {
    type: 'note',
    id: uuid(9),
    siteId,
    recommendationId: uuid(8),
    body: 'Done.',
    createdAt,
  },
];

async function readLines(
  records: readonly (object | string)[],
  accountId: string | null = null,
): Promise<string[]> {
  const lines = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const blocks = withNewIds(recordInput('file', lines), accountId).blocks();
  return (await Array.fromAsync(blocks)).flat().map(String);
}

it('a file becomes a copy: every record has another ID, and all references are followed', async () => {
  const store = createMemoryStore();
  await importMeasurements(store, recordInput('file', records));
  for (const _ of ['first copy', 'second copy'])
    await importMeasurements(store, withNewIds(recordInput('file', records), null));
  const tenant = { accountId: account.id, clientId: null };
  const page = { after: null, limit: 10 };
  const clients = await store.clients(tenant, page);
  expect(clients.map(({ name }) => name)).toEqual(['Client', 'Client', 'Client']);
  const sites = await store.lookups.sitesOfAccounts([account.id]);
  expect(new Set(sites.map(({ id }) => id)).size).toBe(3);
  expect(new Set(sites.map(({ clientId }) => clientId))).toEqual(
    new Set(clients.map(({ id }) => id)),
  );
  for (const { id } of sites) {
    const [brand] = (await store.site(tenant, id))?.brands ?? [];
    const [scan] = await store.scans(tenant, id, page);
    const [batch = []] = await Array.fromAsync(
      store.operatorReads.answersOfScan(id, scan?.id ?? ''),
    );
    expect(batch).toMatchObject([
      { siteId: id, brandIds: [brand?.id], sentiments: [70 * sentimentScale] },
    ]);
    const [recommendation] = await store.recommendations(tenant, id, page);
    const notes = await store.notes(tenant, id, recommendation?.id ?? '');
    expect(notes.map(({ body }) => body)).toEqual(['Done.']);
  }
});

it('what belongs to an account of the file goes to the named account, whose record stays as it is', async () => {
  const store = createMemoryStore();
  await importMeasurements(store, recordInput('file', [...records, other]));
  await importMeasurements(store, withNewIds(recordInput('file', records), other.id), {
    account: other.id,
    isAccountBound: true,
  });
  const clients = await store.clients(
    { accountId: other.id, clientId: null },
    { after: null, limit: 9 },
  );
  expect(clients.map(({ name }) => name)).toEqual(['Client']);
  expect(await store.lookups.accounts()).toMatchObject([{ name: 'Agency' }, { name: 'Other' }]);
});

it('references to records outside the file stay', async () => {
  const [prompt] = await readLines([
    { type: 'prompt', id: uuid(6), siteId: uuid(90), text: 'Which?' },
  ]);
  expect(JSON.parse(prompt ?? '')).toMatchObject({ siteId: uuid(90) });
  expect(prompt).not.toContain(uuid(6));
});

it('a file that would change or remove stored records is refused by line', async () => {
  const [, , site, brand, prompt, , answer] = records;
  const changing = [
    { type: 'site', id: siteId, removed: true },
    { type: 'site', id: siteId, patch: true, name: 'New' },
    { type: 'account', id: account.id, patch: true, name: 'New' },
    answer ?? {},
  ];
  const outcome = readLines(changing, other.id);
  await expect(outcome).rejects.toThrow(ImportRefused);
  await expect(outcome).rejects.toThrow(
    [
      'file, line 1, removed: is not possible with --new-ids, which only adds records',
      'file, line 2, id: is of no site in the file, and --new-ids changes no others',
      'file, line 3, id: is of no account in the file, and --new-ids changes no others',
      'file, line 4, scanId: is of no scan in the file, and --new-ids changes no others',
    ].join('\n'),
  );
  const removesOriginal = [site, brand, prompt, { type: 'prompt', id: uuid(6), removed: true }];
  await expect(readLines(removesOriginal.map((line) => line ?? {}))).rejects.toThrow('line 4');
});

it('a patch of an account of the file does not change the named one', async () => {
  const patch = { type: 'account', id: account.id, patch: true, name: 'New' };
  expect(await readLines([account, patch], other.id)).toEqual(['', '']);
});

it.each([
  ['client', { type: 'client', accountId: uuid(1), name: 'C', createdAt }, 'accountId'],
  ['site', { type: 'site', clientId: uuid(3), name: 'S', createdAt }, 'clientId'],
  ['brand', { type: 'brand', siteId, name: 'B', role: 'competitor' }, 'siteId'],
  ['recommendation', { type: 'recommendation', siteId, title: 'T' }, 'siteId'],
])(
  'a %s that would go to another account than the named one is refused',
  async (_, record, field) => {
    const store = createMemoryStore();
    await importMeasurements(store, recordInput('file', [...records, other]));
    const lines = recordInput('file', [{ ...record, id: uuid(50) }]);
    const options = { account: other.id, isAccountBound: true };
    await expect(importMeasurements(store, withNewIds(lines, other.id), options)).rejects.toThrow(
      `line 1, ${field}: belongs to another account than the one that --account names`,
    );
    await importMeasurements(store, withNewIds(lines, account.id), {
      ...options,
      account: account.id,
    });
  },
);

it('a patch of a record of the file follows it', async () => {
  const [patch, brand] = await readLines([
    { type: 'brand', id: uuid(5), patch: true, name: 'New' },
    { type: 'brand', id: uuid(5), siteId, name: 'Acme', role: 'tracked' },
  ]);
  expect(JSON.parse(patch ?? '').id).toBe(JSON.parse(brand ?? '').id);
});

it('lines that are no records stay as they are, so that faults name them', async () => {
  const lines = ['', 'no JSON', '[1]', 'null', '{"type":"client","id":5}'];
  expect(await readLines(lines)).toEqual(lines);
});

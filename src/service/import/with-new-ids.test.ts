import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { sentimentScale } from '../store/store.ts';
import { importMeasurements } from './import.ts';
import { recordSource } from './source.ts';
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

const readLines = async (lines: readonly (object | string)[], accountId: string | null = null) =>
  (await Array.fromAsync(withNewIds(recordSource('file', lines), accountId).blocks())).flat();

it('a file becomes a copy: every record has another ID, and all references are followed', async () => {
  const store = createMemoryStore();
  await importMeasurements(store, recordSource('file', records));
  for (const _ of ['first copy', 'second copy'])
    await importMeasurements(store, withNewIds(recordSource('file', records), null));
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
  await importMeasurements(store, recordSource('file', [...records, other]));
  await importMeasurements(store, withNewIds(recordSource('file', records), other.id), {
    account: other.id,
  });
  const clients = await store.clients(
    { accountId: other.id, clientId: null },
    { after: null, limit: 9 },
  );
  expect(clients.map(({ name }) => name)).toEqual(['Client']);
  expect(await store.lookups.accounts()).toMatchObject([{ name: 'Agency' }, { name: 'Other' }]);
});

it('references to records outside the file stay, as do patches and removals of these', async () => {
  const outside = [
    { type: 'prompt', id: uuid(6), siteId: uuid(90), text: 'Which?' },
    { type: 'brand', id: uuid(91), patch: true, name: 'New' },
    { type: 'scan', id: uuid(92), removed: true },
  ];
  const [prompt, ...others] = await readLines(outside);
  expect(JSON.parse(prompt ?? '')).toMatchObject({ siteId: uuid(90) });
  expect(prompt).not.toContain(uuid(6));
  expect(others).toEqual(outside.slice(1).map((line) => JSON.stringify(line)));
});

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

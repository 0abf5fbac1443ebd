import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { maxSitesPerAccount } from '../../contract/sightline/setup.ts';
import { importMeasurements } from './import.ts';
import { recordInput } from './input.ts';

const uuid = (n: number) => `7e870000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-01-01T10:00:00Z';
const hidden = 'Ac\u202eme';
const account = { type: 'account', id: uuid(1), name: 'Agency', kind: 'agency' };
const client = { type: 'client', id: uuid(2), accountId: uuid(1), name: 'Client', createdAt };
const site = { type: 'site', id: uuid(3), clientId: uuid(2), name: 'Site', createdAt };
const brand = { type: 'brand', id: uuid(4), siteId: uuid(3), name: 'Acme', role: 'tracked' };
const prompt = { type: 'prompt', id: uuid(5), siteId: uuid(3), text: 'Which one?' };
const records = [account, client, site, brand, prompt];

const createImporter = () => {
  const store = createMemoryStore();
  const importRecords = (lines: readonly object[], isTyped = false) =>
    importMeasurements(store, recordInput('lines', lines), { isTyped });
  return { store, importRecords };
};

describe('what somebody types', () => {
  it.each([
    [{ ...client, name: hidden }, 'name'],
    [{ ...client, industry: hidden }, 'industry'],
    [{ ...client, reportName: hidden }, 'reportName'],
    [{ ...client, reportName: '\u3164' }, 'reportName'],
    [{ ...client, description: 'a\u0007' }, 'description'],
    [{ ...site, name: '\u200b' }, 'name'],
    [{ ...brand, name: 'Ac\tme' }, 'name'],
    [{ ...brand, aliases: ['Acme', hidden] }, 'aliases[1]'],
    [{ ...prompt, text: 'Which \u2066one?' }, 'text'],
    [{ ...prompt, category: hidden }, 'category'],
    [{ ...prompt, tags: ['x', hidden] }, 'tags[1]'],
    [{ ...prompt, personas: [{ value: 'x', label: hidden }] }, 'personas[0].label'],
  ])('is refused with hidden characters, with the field: %j', async (record, field) => {
    const { importRecords } = createImporter();
    await importRecords(records);
    const line = records.findIndex(({ type }) => type === record.type) + 1;
    const typed = records.with(line - 1, record);
    await expect(importRecords(typed, true)).rejects.toMatchObject({
      faults: [{ line, field, reason: expect.stringMatching(/^must (?:not contain|have) /) }],
    });
  });

  it('may keep what is stored, and change the rest of the record', async () => {
    const { store, importRecords } = createImporter();
    await importRecords([...records.slice(0, 3), { ...brand, name: hidden }, prompt]);
    await importRecords([{ ...brand, name: hidden, aliases: [hidden, 'Acme'] }], true);
    await importRecords(
      [{ type: 'brand', id: brand.id, patch: true, domains: ['a.example'] }],
      true,
    );
    expect(await store.lookups.brandsById([brand.id])).toMatchObject([
      { name: hidden, aliases: [hidden, 'Acme'], domains: ['a.example'] },
    ]);
    await expect(importRecords([{ ...brand, name: `${hidden}2` }], true)).rejects.toThrow(
      'must not contain U+202E, which changes the direction of text',
    );
  });

  it('may have tabs and line breaks in questions and descriptions, and joiners anywhere', async () => {
    const { store, importRecords } = createImporter();
    const text = 'Which\tone\nis it?';
    const name = 'نی\u200cخواهم\u200f';
    await importRecords(
      [account, { ...client, description: text, name }, site, brand, { ...prompt, text }],
      true,
    );
    expect(await store.lookups.prompts([prompt.id])).toMatchObject([{ text }]);
    expect(await store.lookups.clients([client.id])).toMatchObject([{ name, description: text }]);
  });
});

describe('a domain that nobody can own', () => {
  const reason = expect.stringMatching(/^must not (?:contain "\*"|be a public suffix)/);

  it.each([true, false])(
    'is refused by line, whether somebody typed it or not: %s',
    async (isTyped) => {
      const { importRecords } = createImporter();
      const rival = { ...brand, id: uuid(6), role: 'competitor', domains: ['*.star.example'] };
      const faulty = { ...brand, domains: ['acme.co.uk', 'co.uk'] };
      await expect(
        importRecords([...records.with(3, faulty), rival], isTyped),
      ).rejects.toMatchObject({
        faults: [
          { line: 4, field: 'domains[1]', reason },
          { line: 6, field: 'domains[0]', reason },
        ],
      });
    },
  );

  it('is kept if an earlier version stored it, and the rest of the brand can be changed', async () => {
    const { store, importRecords } = createImporter();
    await importRecords(records);
    const [stored] = await store.lookups.brandsById([brand.id]);
    if (!stored) throw new Error('The brand is not stored.');
    const domains = ['co.uk', '*.star.example'];
    const writer = await store.beginImport();
    const nothing = { accounts: [], clients: [], sites: [], prompts: [], scans: [] };
    await writer.writeCatalogue({
      ...nothing,
      recommendations: [],
      brands: [{ ...stored, domains }],
    });
    await writer.commit();
    await importRecords([{ ...brand, domains }]);
    await importRecords([{ ...brand, domains: [...domains, 'acme.example'] }], true);
    await importRecords([{ type: 'brand', id: brand.id, patch: true, aliases: ['A'] }], true);
    expect(await store.lookups.brandsById([brand.id])).toMatchObject([
      { aliases: ['A'], domains: [...domains, 'acme.example'] },
    ]);
    await expect(
      importRecords([{ ...brand, domains: [...domains, 'com.au'] }]),
    ).rejects.toMatchObject({ faults: [{ line: 1, field: 'domains[2]', reason }] });
  });
});

it.each([
  ['ü', 241],
  ['✓', 241],
  ['%E2%9C%93', 241],
])('a domain has up to 253 characters with its path decoded: %s × %i', async (part, count) => {
  const { store, importRecords } = createImporter();
  const withDomain = (owned: string) => [...records.slice(0, 3), { ...brand, domains: [owned] }];
  const domain = `example.com/${part.repeat(count)}`;
  await importRecords(withDomain(domain), true);
  const [stored] = await store.lookups.brandsById([brand.id]);
  await createImporter().importRecords(withDomain(stored?.domains[0] ?? ''));
  await expect(importRecords(withDomain(domain + part))).rejects.toMatchObject({
    faults: [{ line: 4, field: 'domains[0]', reason: 'must have at most 253 characters' }],
  });
});

it('a file may have hidden characters, which are kept', async () => {
  const { store, importRecords } = createImporter();
  await importRecords([...records.slice(0, 3), { ...brand, name: hidden }, prompt]);
  expect(await store.lookups.brandsById([brand.id])).toMatchObject([{ name: hidden }]);
});

describe('the address of a site or client', () => {
  it.each([
    ['https://acme.example/a?b=c', 'https://acme.example/a?b=c'],
    ['HTTP://acme.example', 'HTTP://acme.example'],
    ['acme.example', 'https://acme.example'],
    ['www.acme.example/shop', 'https://www.acme.example/shop'],
    ['localhost:3000', 'https://localhost:3000'],
    ['intranet', 'https://intranet'],
    ['', ''],
  ])('%s is stored as %s', async (url, stored) => {
    const { store, importRecords } = createImporter();
    await importRecords([account, { ...client, websiteUrl: url }, { ...site, url }]);
    expect(await store.lookups.sites([site.id])).toMatchObject([{ url: stored }]);
    expect(await store.lookups.clients([client.id])).toMatchObject([{ websiteUrl: stored }]);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://acme.example',
    'https://',
    'data:text/html,x',
    'https://a b',
    'https://me:secret@acme.example',
  ])('%s is refused if somebody types it, and left empty in a file', async (url) => {
    const { store, importRecords } = createImporter();
    const reason = 'must be a web address without user and password, such as https://example.com';
    await expect(
      importRecords([account, { ...client, websiteUrl: url }, { ...site, url }], true),
    ).rejects.toMatchObject({
      faults: [
        { line: 2, field: 'websiteUrl', reason },
        { line: 3, field: 'url', reason },
      ],
    });
    await expect(
      importRecords([account, { ...client, websiteUrl: url }, { ...site, url }]),
    ).resolves.toMatchObject({ emptiedAddressLines: [2, 3] });
    await expect(
      importRecords([{ type: 'site', id: site.id, patch: true, url }]),
    ).resolves.toMatchObject({ emptiedAddressLines: [1] });
    expect(await store.lookups.sites([site.id])).toMatchObject([{ url: '' }]);
    expect(await store.lookups.clients([client.id])).toMatchObject([{ websiteUrl: '' }]);
  });
});

it('an account can have no more than the maximum of sites, and stored ones can still be changed', async () => {
  const { importRecords } = createImporter();
  const sites = Array.from({ length: maxSitesPerAccount }, (_, n) => ({
    ...site,
    id: uuid(100 + n),
  }));
  await importRecords([account, client, ...sites]);
  await importRecords([{ ...sites[0], name: 'Renamed' }]);
  const reason = `is that of a new site, but the account would then have more than 10,000 sites, the maximum`;
  const [first] = sites;
  await expect(importRecords([{ ...first, name: 'Again' }, site])).rejects.toMatchObject({
    faults: [{ line: 2, field: 'id', reason }],
  });
  // One that is removed makes space for another.
  await importRecords([{ type: 'site', id: first?.id, removed: true }, site]);
});

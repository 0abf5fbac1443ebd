import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { everyAnswerScope } from '../../../tests/setup/scopes.ts';
import { platformIds } from '../../contract/enums.ts';
import { toLogoDataUrl } from '../branding/logo.ts';
import { StoredScanSettings } from '../records/site.ts';
import { toScannableSite } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { ImportRefused } from './faults.ts';
import { importMeasurements } from './import.ts';
import { fileInput, recordInput, UnreadableInput } from './input.ts';
import { defaultAccount } from './owners.ts';
import { recordFields } from './records.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-03-01T10:00:00.000Z';

const account = { type: 'account', id: uuid(90), name: 'Shop', kind: 'business' };
const client = { type: 'client', id: uuid(1), name: 'Client', createdAt: at };
const site = { type: 'site', id: uuid(2), clientId: uuid(1), name: 'Site', createdAt: at };
const siteWithoutClient = { ...site, clientId: null };
const brand = {
  type: 'brand',
  id: uuid(3),
  siteId: uuid(2),
  name: 'Acme',
  aliases: ['Acme', 'ACME'],
  role: 'tracked',
};
const rival = { ...brand, id: uuid(4), name: 'Bolt', aliases: ['Bolt'], role: 'competitor' };
const prompt = {
  type: 'prompt',
  id: uuid(5),
  siteId: uuid(2),
  text: 'Is Acme good?',
  category: 'c',
};
const scan = {
  type: 'scan',
  id: uuid(6),
  siteId: uuid(2),
  status: 'completed',
  createdAt: at,
  completedAt: at,
};
const answer = {
  type: 'answer',
  scanId: uuid(6),
  promptId: uuid(5),
  platform: 'chatgpt_api',
  region: 'US',
  text: 'Acme is great. Bolt is not.',
};
const allRecords = [client, site, brand, rival, prompt, scan, answer];

const source = (records: readonly (object | string)[]) => recordInput('week.ndjson', records);

const tenant = { accountId: defaultAccount.id, clientId: null };
let store: Store;
beforeEach(() => {
  store = createMemoryStore();
});

const readTimeline = () => store.timeline(tenant, uuid(2), everyAnswerScope);
const readState = async () => ({
  clients: await store.clients(tenant, { after: null, limit: 100 }),
  sites: await store.sites(tenant, uuid(1), { after: null, limit: 100 }),
  site: await store.site(tenant, uuid(2)),
  prompt: await store.prompt(tenant, uuid(2), uuid(5)),
  scan: await store.scan(tenant, uuid(2), uuid(6)),
  timeline: await readTimeline(),
});

async function expectRefusal(records: readonly (object | string)[]): Promise<string> {
  const before = await readState();
  const error = await importMeasurements(store, source(records)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImportRefused);
  expect(await readState()).toEqual(before);
  return error instanceof Error ? error.message : '';
}

describe('an import', () => {
  it('of records in memory parses no JSON', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await importMeasurements(store, source(allRecords));
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('measures the mentions of an answer and whether a prompt names the tracked brand', async () => {
    const summary = await importMeasurements(store, source(allRecords));
    expect(summary).toMatchObject({
      lines: 7,
      answers: 1,
      sites: 1,
      brands: 2,
      prompts: 1,
      scans: 1,
    });
    const { brands, answers } = await readTimeline();
    expect(answers).toMatchObject({ answers: [1], mentions: [2] });
    expect(brands.brandId).toEqual([uuid(3), uuid(4)]);
    expect(brands.sentimentSum[0]).toBeGreaterThan(brands.sentimentSum[1] ?? Infinity);
    expect((await readState()).prompt?.mentionsTracked).toBe(true);
  });

  it('has the same result for records in reverse order', async () => {
    await importMeasurements(store, source([...allRecords].reverse()));
    const reversed = await readState();
    store = createMemoryStore();
    await importMeasurements(store, source(allRecords));
    expect(await readState()).toEqual(reversed);
  });

  it('changes nothing when repeated', async () => {
    await importMeasurements(store, source(allRecords));
    const afterFirst = await readState();
    await importMeasurements(store, source(allRecords));
    expect(await readState()).toEqual(afterFirst);
  });

  it('stores the last of repeated records and answers', async () => {
    const later = { ...answer, text: 'Nobody.' };
    const records = [...allRecords, later, { ...client, name: 'Renamed' }];
    const summary = await importMeasurements(store, source(records));
    expect(summary).toMatchObject({
      repeatCount: 1,
      repeats: [{ line: 9, earlierLine: 1 }],
      repeatedAnswers: 1,
    });
    expect((await readTimeline()).answers).toMatchObject({ answers: [1], mentions: [0] });
    expect((await readState()).clients[0]?.name).toBe('Renamed');
  });

  it('counts all repeated records, and lists the lines of the first ten', async () => {
    const renamings = Array.from({ length: 12 }, (_, n) => ({ ...client, name: `Client ${n}` }));
    const summary = await importMeasurements(store, source([...renamings, site]));
    expect(summary.repeatCount).toBe(11);
    expect(summary.repeats).toHaveLength(10);
    expect(summary.repeats.at(-1)).toEqual({ line: 11, earlierLine: 10 });
  });

  it('keeps the stored answers of a scan when it adds more', async () => {
    await importMeasurements(store, source(allRecords));
    await importMeasurements(store, source([{ ...answer, run: 2, text: 'Bolt' }]));
    expect((await readTimeline()).answers).toMatchObject({ answers: [2], mentions: [3] });
  });

  it('names what texts write in lower case, in the plural or with another ending, ordinary words last', async () => {
    const names = ['Semgrove', 'Tauron', 'Comet ML', 'Alderpike.com'];
    const brands = names.map((name, n) => ({ ...rival, id: uuid(20 + n), name, aliases: null }));
    const texts = [
      'Run semgrove in the pipeline.',
      '- semgrove: scans code',
      'Are Taurons luxury cars? Try Comet.ml.',
      'Teams like alderpike.com.',
    ];
    const answers = texts.map((text, index) => ({ ...answer, run: index + 1, text }));
    const { nearMisses } = await importMeasurements(
      store,
      source([...allRecords.slice(0, -1), ...brands, ...answers]),
    );
    expect(nearMisses).toEqual([
      { brand: 'Tauron', spelling: 'Taurons', answers: 1 },
      { brand: 'Comet ML', spelling: 'Comet.ml', answers: 1 },
      { brand: 'Semgrove', spelling: 'semgrove', answers: 2 },
    ]);
  });

  it('counts the answers with each near miss, most frequent first', async () => {
    const helpScout = { ...rival, id: uuid(8), name: 'Help Scout', aliases: null };
    const texts = ['Helpscout', 'Help scout', 'Helpscout and helpscout', 'Help Scout, Helpscout'];
    const answers = texts.map((text, index) => ({ ...answer, run: index + 1, text }));
    const summary = await importMeasurements(
      store,
      source([...allRecords.slice(0, -1), helpScout, ...answers]),
    );
    expect(summary.nearMisses).toEqual([
      { brand: 'Help Scout', spelling: 'Helpscout', answers: 2 },
      { brand: 'Help Scout', spelling: 'Help scout', answers: 1 },
      { brand: 'Help Scout', spelling: 'helpscout', answers: 1 },
    ]);
  });

  it('uses the mentions given with an answer instead of its text', async () => {
    const answerWithMentions = { ...answer, mentions: [{ brandId: uuid(4), sentiment: 12.5 }] };
    await importMeasurements(store, source([...allRecords.slice(0, -1), answerWithMentions]));
    const { brands } = await readTimeline();
    expect(brands).toMatchObject({
      brandId: [uuid(4)],
      sentiments: [1],
      sentimentSum: [12_500_000],
    });
  });

  it('recomputes which stored prompts name the tracked brand when its aliases change', async () => {
    await importMeasurements(store, source(allRecords));
    await importMeasurements(store, source([{ ...brand, aliases: ['Zenith'] }]));
    expect((await readState()).prompt?.mentionsTracked).toBe(false);
  });

  describe('of a record with "patch": true', () => {
    const rename = (record: { type: string; id: string }) => ({
      type: record.type,
      id: record.id,
      patch: true,
      name: 'New name',
    });

    it('changes only the fields it names', async () => {
      const full = {
        client: {
          ...client,
          industry: 'Tools',
          accent: '#112233',
          websiteUrl: 'https://a.example',
        },
        site: { ...site, url: 'https://a.example/shop', active: false },
        brand: { ...brand, domains: ['a.example'] },
        prompt: { ...prompt, tags: ['x'], personas: [{ value: 'p', label: 'P' }] },
        scan: { ...scan, startedAt: at },
        recommendation: {
          type: 'recommendation',
          id: uuid(7),
          siteId: uuid(2),
          title: 'Do',
          body: 'this',
          status: 'open',
          createdAt: at,
        },
      };
      await importMeasurements(store, source([...Object.values(full), answer]));
      const ids = (record: { id: string }) => [record.id];
      const { lookups } = store;
      const read = async () => ({
        accounts: await lookups.accounts(),
        clients: await lookups.clients(ids(client)),
        sites: await lookups.sites(ids(site)),
        brands: await lookups.brandsById(ids(brand)),
        prompts: await lookups.prompts(ids(prompt)),
        scans: await lookups.scans(ids(scan)),
        recommendations: await lookups.recommendations([full.recommendation.id]),
        timeline: await readTimeline(),
      });
      const before = await read();
      const renamed = [{ type: 'account', id: defaultAccount.id }, client, site, brand].map(rename);
      const { recommendation } = full;
      const summary = await importMeasurements(
        store,
        source([
          ...renamed,
          { type: 'prompt', id: prompt.id, patch: true, category: '' },
          { type: 'scan', id: scan.id, patch: true, updatedAt: '2026-03-02T10:00:00Z' },
          { type: 'recommendation', id: recommendation.id, patch: true, status: null },
        ]),
      );
      expect(summary).toMatchObject({ clients: 1, brands: 1, prompts: 1, measuredAgain: 0 });
      const named = <T>(records: readonly T[]) =>
        records.map((record) => ({ ...record, name: 'New name' }));
      const changed = <T>(records: readonly T[], change: Partial<T>) =>
        records.map((record) => ({ ...record, ...change }));
      expect(await read()).toEqual({
        accounts: named(before.accounts),
        clients: named(before.clients),
        sites: named(before.sites),
        brands: named(before.brands),
        prompts: changed(before.prompts, { category: '' }),
        scans: changed(before.scans, { updatedAt: Date.parse('2026-03-02T10:00:00Z') }),
        recommendations: changed(before.recommendations, { status: '' }),
        timeline: before.timeline,
      });
    });

    it('measures texts again if it changes the aliases of a brand', async () => {
      await importMeasurements(store, source(allRecords));
      const patch = { type: 'brand', id: brand.id, patch: true, aliases: ['great'] };
      const summary = await importMeasurements(store, source([patch]));
      expect(summary.measuredAgain).toBe(1);
      expect((await readState()).prompt?.mentionsTracked).toBe(false);
    });

    it('applies it to a record and to patches before it in the file, and drops it for a whole record after it', async () => {
      await importMeasurements(store, source(allRecords));
      const patches = [rename(brand), { ...rename(brand), name: undefined, aliases: ['Zenith'] }];
      const summary = await importMeasurements(store, source([rival, rename(rival), ...patches]));
      expect(summary.repeatCount).toBe(0);
      const readBrands = () => store.lookups.brandsById([brand.id, rival.id]);
      expect(await readBrands()).toMatchObject([
        { name: 'New name', aliases: ['Zenith'], role: 'tracked' },
        { name: 'New name', aliases: ['Bolt'], role: 'competitor' },
      ]);
      await importMeasurements(store, source([{ ...rename(brand), name: 'Lost' }, brand, rival]));
      expect(await readBrands()).toMatchObject([
        { name: 'Acme', aliases: brand.aliases },
        { name: 'Bolt' },
      ]);
    });

    it('refuses one that changes nothing stored, an answer, and a field that is wrong', async () => {
      await importMeasurements(store, source(allRecords));
      expect(await expectRefusal([{ ...rename(rival), id: uuid(70) }])).toContain(
        'line 1, id: no stored brand has this ID',
      );
      expect(await expectRefusal([{ ...answer, patch: true }])).toContain(
        'line 1, patch: is not possible for answer records',
      );
      expect(await expectRefusal([{ ...rename(brand), patch: 'yes' }])).toContain(
        'line 1, patch: must be true or false',
      );
      expect(await expectRefusal([{ ...rename(brand), name: '' }])).toContain(
        'line 1, name: must not be empty',
      );
      expect(await expectRefusal([{ ...rename(rival), role: 'tracked' }])).toContain(
        'line 1, role: must not be tracked',
      );
      expect(await expectRefusal([{ ...rename(rival), siteId: uuid(71) }])).toContain(
        'line 1, siteId',
      );
    });
  });

  it('keeps branding fields that a client’s record lacks, replaces those it has, and removes empty ones', async () => {
    const logo = toLogoDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const brandings = [
      { logo, accent: '#00875A', reportName: 'Oakwell' },
      {},
      { accent: '#112233', reportName: null },
      { logo: '' },
    ];
    const stored = [];
    for (const branding of brandings) {
      await importMeasurements(store, source([{ ...client, ...branding }]));
      const [record] = await store.lookups.clients([client.id]);
      stored.push([record?.logo, record?.accent, record?.reportName]);
    }
    expect(stored).toEqual([
      [logo, '#00875a', 'Oakwell'],
      [logo, '#00875a', 'Oakwell'],
      [logo, '#112233', 'Oakwell'],
      ['', '#112233', 'Oakwell'],
    ]);
  });

  describe('of where and when questions are asked', () => {
    const settings = {
      platforms: ['claude_api'],
      regions: ['GB'],
      runs: 1,
      schedule: { days: [1], time: '06:30', zone: 'Europe/Berlin' },
      scanCeilingUsd: 2,
      monthCeilingUsd: 9,
    };
    const importSite = async (fields: object, now: number) => {
      await importMeasurements(store, source([{ ...site, ...fields }]), { clock: () => now });
      const [record] = await store.lookups.sites([site.id]);
      return record?.collection;
    };
    beforeEach(() => importMeasurements(store, source([client])));

    it('keeps what a site’s record lacks', async () => {
      expect(await importSite({}, 1)).toBeNull();
      await importSite({ collection: settings }, 2);
      const stored = { ...settings, since: 2 };
      expect(await importSite({}, 3)).toEqual(stored);
      expect(await importSite({ collection: null }, 4)).toEqual(stored);
      expect(await importSite({ type: 'site', id: site.id, patch: true, name: 'B' }, 5)).toEqual(
        stored,
      );
    });

    it('stores each place once, whatever its spelling, as it reads what is stored', async () => {
      const regions = ['US-CA', 'US:california', 'UK', 'BR:Sa\u0303o Paulo', 'FR:Provence-Nord'];
      const stored = ['US:California', 'GB', 'BR:São Paulo', 'FR:Provence-Nord'];
      expect(await importSite({ collection: { ...settings, regions } }, 1)).toMatchObject({
        regions: stored,
      });
      expect(v.parse(StoredScanSettings, { ...settings, regions, since: 1 }).regions).toEqual(
        stored,
      );
    });

    it('keeps platforms that only a later version knows, whatever changes', async () => {
      await importSite({ collection: settings }, 1);
      const [record] = await store.lookups.sites([site.id]);
      const stored = { ...settings, platforms: ['oracle_api', 'claude_api'], since: 1 };
      const writer = await store.beginImport();
      const sites = record ? [{ ...record, collection: stored }] : [];
      const others = { brands: [], prompts: [], scans: [], recommendations: [] };
      await writer.writeCatalogue({ accounts: [], clients: [], sites, ...others });
      await writer.commit();
      const platforms = ['claude_api', 'oracle_api'];
      const renamed = { type: 'site', id: site.id, patch: true, name: 'B' };
      expect(await importSite(renamed, 2)).toEqual({ ...stored, platforms });
      expect(await importSite({ collection: { ...settings, platforms: [] } }, 3)).toEqual({
        ...stored,
        platforms: ['oracle_api'],
      });
      const [later] = await store.lookups.sites([site.id]);
      expect(later && toScannableSite(later, false)?.settings.platforms).toEqual([]);
    });

    it('makes times before it no longer due if it changes the schedule or restores the site', async () => {
      const schedule = { ...settings.schedule, time: '07:00' };
      const steps = [
        { collection: settings },
        { collection: { ...settings, runs: 2 } },
        { collection: { ...settings, schedule } },
        { active: false },
        { active: true },
        { active: true, name: 'Renamed' },
      ];
      const since = [];
      for (const [index, fields] of steps.entries())
        since.push((await importSite(fields, index + 1))?.since);
      expect(since).toEqual([1, 1, 3, 3, 5, 5]);
    });
  });

  describe('of notes', () => {
    const recommendation = { type: 'recommendation', id: uuid(7), siteId: uuid(2), title: 'Say' };
    const note = {
      type: 'note',
      id: uuid(8),
      siteId: uuid(2),
      recommendationId: uuid(7),
      body: 'Done',
      createdAt: at,
      author: 'Weekly',
    };
    const readNotes = () => store.notes(tenant, uuid(2), uuid(7));
    const stored = {
      activityId: uuid(8),
      siteId: uuid(2),
      recommendationId: uuid(7),
      body: 'Done',
      createdAt: Date.parse(at),
      author: 'Weekly',
      authorKeyId: null,
      audience: 'client',
    };

    it('stores them with their time and author, in any order of the file', async () => {
      const { author, ...anonymous } = { ...note, id: uuid(9), createdAt: '2026-03-02T10:00:00Z' };
      const summary = await importMeasurements(
        store,
        source([note, anonymous, recommendation, site, client]),
      );
      expect(summary).toMatchObject({ notes: 2, recommendations: 1 });
      const createdAt = Date.parse(anonymous.createdAt);
      expect(await readNotes()).toEqual([
        { ...stored, activityId: uuid(9), createdAt, author: '' },
        stored,
      ]);
    });

    it('neither doubles nor changes a stored note', async () => {
      await importMeasurements(store, source([client, site, recommendation, note]));
      const summary = await importMeasurements(store, source([{ ...note, body: 'Changed' }]));
      expect(summary.accounts).toEqual([defaultAccount.id]);
      expect(await readNotes()).toEqual([stored]);
    });

    it('counts the later of two with the same ID, and gives their lines', async () => {
      const summary = await importMeasurements(
        store,
        source([client, site, recommendation, { ...note, body: 'Earlier' }, note]),
      );
      expect(summary).toMatchObject({ notes: 1, repeats: [{ line: 5, earlierLine: 4 }] });
      expect(await readNotes()).toEqual([stored]);
    });

    it('refuses them if their recommendation is unknown, is of another site, or has too many notes', async () => {
      const otherSite = { ...site, id: uuid(10) };
      expect(await expectRefusal([client, site, note])).toContain(
        'line 3, recommendationId: no recommendation has this ID',
      );
      expect(
        await expectRefusal([
          client,
          site,
          otherSite,
          recommendation,
          { ...note, siteId: otherSite.id },
        ]),
      ).toContain('line 5, recommendationId: belongs to a different site from the note');
      const notes = Array.from({ length: 1_000 }, (_, n) => ({ ...note, id: uuid(1_000 + n) }));
      await importMeasurements(store, source([client, site, recommendation, ...notes]));
      expect(await expectRefusal([...notes, note])).toContain(
        'line 1001, recommendationId: names a recommendation that would then have more than 1,000 notes for the client too, the maximum',
      );
    });
  });

  it('uses the places given with the mentions of an answer without a text, and finds those of a text itself', async () => {
    const mentions = [
      { brandId: uuid(4), place: 1 },
      { brandId: uuid(3), place: 2 },
    ];
    const text = 'Acme, then Bolt.';
    const withoutText = { ...answer, text: null, mentions };
    await importMeasurements(
      store,
      source([...allRecords, { ...withoutText, run: 2 }, { ...answer, run: 3, text, mentions }]),
    );
    const identity = { scanId: uuid(6), promptId: uuid(5), platform: 'chatgpt_api', region: 'US' };
    const readPlaces = async (run: number) =>
      (await store.answer(tenant, uuid(2), { ...identity, run }))?.places;
    expect([await readPlaces(2), await readPlaces(3)]).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it('creates a business account with a site of its own', async () => {
    const businessSite = {
      type: 'site',
      id: uuid(91),
      accountId: uuid(90),
      name: 'Shop',
      createdAt: at,
    };
    await importMeasurements(store, source([businessSite, account]));
    const details = await store.site({ accountId: uuid(90), clientId: null }, uuid(91));
    expect(details?.site).toMatchObject({
      clientId: null,
      active: true,
      updatedAt: Date.parse(at),
    });
  });
});

it('an import accepts scans on the first and the last day that a store supports', async () => {
  const first = { ...scan, createdAt: '1970-01-01T00:00:00Z', completedAt: null };
  const last = { ...scan, id: uuid(7), createdAt: at, completedAt: '2149-06-06T23:59:59.999Z' };
  const answers = [answer, { ...answer, scanId: uuid(7) }];
  await importMeasurements(store, source([...allRecords.slice(0, 5), first, last, ...answers]));
  const { scans } = await readTimeline();
  expect(scans.map(({ date }) => date)).toEqual(['1970-01-01', '2149-06-06']);
});

describe('an import with faults', () => {
  it.each([
    ['a line that is not JSON', '{"type":', 'week.ndjson, line 8: is not JSON'],
    ['a JSON array', '[1]', 'week.ndjson, line 8: is not a JSON object'],
    ['a JSON null', 'null', 'week.ndjson, line 8: is not a JSON object'],
    [
      'an unknown type',
      { type: 'brandd' },
      'week.ndjson, line 8, type: is "brandd", but must be one of account, client, ',
    ],
    ['a missing type', {}, 'week.ndjson, line 8, type: must be one of account, client, '],
    ['an invalid id', { ...site, id: 'x' }, 'line 8, id: must be a UUID'],
    ['no name', { ...brand, name: undefined }, 'line 8, name: is missing'],
    ['an empty name', { ...brand, name: '' }, 'line 8, name: must not be empty'],
    [
      'an unknown platform',
      { ...answer, platform: 'chatgpt' },
      'line 8, platform: is "chatgpt", but must be one of claude_api, chatgpt_api, gemini_api, ',
    ],
    [
      'a long platform name of several lines',
      { ...answer, platform: `\u001b[31m\n${'p'.repeat(100)}` },
      `line 8, platform: is "?[31m?${'p'.repeat(34)}…", but must be one of claude_api`,
    ],
    [
      'an unknown kind',
      { ...account, kind: 'shop' },
      'line 8, kind: is "shop", but must be one of agency, business',
    ],
    [
      'an unknown role',
      { ...rival, role: 'x' },
      'line 8, role: is "x", but must be one of tracked, competitor',
    ],
    [
      'an unknown status',
      { ...scan, status: 'x' },
      'line 8, status: is "x", but must be one of queued, running',
    ],
    [
      'an unknown code of ISO 3166-2',
      { ...answer, region: 'US-XQ' },
      'line 8, region: must be a code of ISO 3166-2',
    ],
    ['a malformed region', { ...answer, region: 'usa' }, 'line 8, region: must be a country'],
    [
      'a time without a zone',
      { ...scan, createdAt: '2026-03-01' },
      'line 8, createdAt: must be an ISO',
    ],
    [
      'a time before the first day',
      { ...scan, completedAt: '1969-12-31T23:59:59.999Z' },
      'line 8, completedAt: must be from 1970-01-01 to 2149-06-06 in UTC',
    ],
    [
      'a time after the last day',
      { ...scan, completedAt: '2149-06-07T00:00:00Z' },
      'line 8, completedAt: must be from 1970-01-01',
    ],
    [
      'a time after the last day only in UTC',
      { ...scan, createdAt: '2149-06-06T23:30:00-01:00' },
      'line 8, createdAt: must be from 1970-01-01',
    ],
    [
      'an update time before the first day',
      { ...client, updatedAt: '0001-01-01T00:00:00Z' },
      'line 8, updatedAt: must be from 1970-01-01',
    ],
    [
      'a logo with a script',
      {
        ...client,
        logo: toLogoDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')),
      },
      'line 8, logo: contains an attribute that is not allowed: "onload"',
    ],
    [
      'the address of a logo',
      { ...client, logo: 'https://oakwell.example/logo.svg' },
      'line 8, logo: must be an SVG, PNG or WebP image as a data URL',
    ],
    [
      'a named colour',
      { ...client, accent: 'red' },
      'line 8, accent: must be a colour written #rr',
    ],
    [
      'a long report name',
      { ...client, reportName: 'n'.repeat(201) },
      'line 8, reportName: must have at most 200 char',
    ],
    [
      'a report name on two lines',
      { ...client, reportName: 'One\nTwo' },
      'line 8, reportName: must not contain line breaks or other control characters',
    ],
    ['a long name', { ...site, name: 'n'.repeat(501) }, 'line 8, name: must have at most 500 char'],
    [
      'a long tag',
      { ...prompt, tags: ['n'.repeat(501)] },
      'line 8, tags[0]: must have at most 500',
    ],
    [
      'a long prompt',
      { ...prompt, text: 'n'.repeat(10_001) },
      'line 8, text: must have at most 10,000',
    ],
    [
      'a long region',
      { ...answer, region: `US:${'n'.repeat(500)}` },
      'line 8, region: must have at most 500',
    ],
    [
      'a region that is not a country',
      { ...answer, region: 'EN' },
      'line 8, region: has the country code "EN", but must have one from ISO 3166, such as GB, or EU, UN, XK or ZZ (no location)',
    ],
    [
      'an area of a region that is not a country',
      { ...answer, region: 'QO:north' },
      'line 8, region: has the country code "QO"',
    ],
    [
      'a country code in lower case',
      { ...answer, region: 'gb' },
      'line 8, region: must be a country code of two capital letters',
    ],
    [
      'a long alias',
      { ...brand, aliases: ['Acme', 'a'.repeat(201)] },
      'line 8, aliases[1]: must have at most 200 characters',
    ],
    [
      'too many aliases',
      { ...brand, aliases: Array.from({ length: 201 }, (_, n) => `Acme ${n}`) },
      'line 8, aliases: must have at most 200 entries',
    ],
    [
      'an answer with neither text nor mentions',
      { ...answer, text: null },
      'line 8, text: is missing',
    ],
    ['an unknown scan', { ...answer, scanId: uuid(70) }, 'line 8, scanId: no scan has this ID'],
    [
      'an unknown prompt',
      { ...answer, promptId: uuid(70) },
      'line 8, promptId: no prompt has this ID',
    ],
    ['an unknown site', { ...prompt, siteId: uuid(70) }, 'line 8, siteId: no site has this ID'],
    [
      'an unknown client',
      { ...site, id: uuid(71), clientId: uuid(70) },
      'line 8, clientId: no client has this ID',
    ],
    [
      'an unknown account',
      { ...client, id: uuid(71), accountId: uuid(70) },
      'line 8, accountId: no account has this ID',
    ],
    [
      'a second tracked brand',
      { ...brand, id: uuid(72) },
      'line 8, role: must not be tracked, since the site has another',
    ],
    [
      'a mention of an unknown brand',
      { ...answer, mentions: [{ brandId: uuid(70) }] },
      'line 8, mentions[0].brandId: is not a brand of the site',
    ],
    [
      'a sentiment outside the scale',
      { ...answer, mentions: [{ brandId: uuid(3), sentiment: 101 }] },
      'line 8, mentions[0].sentiment: must be from 0 to 100',
    ],
    [
      "an agency's site without a client",
      { ...site, id: uuid(73), clientId: null },
      "line 8, clientId: is missing, and an agency's site needs one",
    ],
  ])(
    'is refused for %s, with the line and the reason, and stores nothing',
    async (_, faulty, expected) => {
      expect(await expectRefusal([...allRecords, faulty])).toContain(expected);
    },
  );

  it.each([
    ['on one line', [JSON.stringify(allRecords)]],
    ['on many lines', JSON.stringify(allRecords, null, 2).split('\n')],
    ['after blank lines', ['', ' ', '[', ...allRecords.map((record) => JSON.stringify(record))]],
  ])('is refused for a file that is one JSON array %s, with a single message', async (_, lines) => {
    const message = await expectRefusal(lines);
    expect(message).toMatch(
      /^week\.ndjson, line [13]: begins a JSON array, but the format is NDJSON/,
    );
    expect(message.split('\n').slice(1)).toEqual(['Nothing was imported.']);
  });

  it('lists the first twenty of many faults', async () => {
    const message = await expectRefusal([...allRecords, ...Array.from({ length: 500 }, () => '{')]);
    expect(message.split('\n').filter((line) => line.includes('is not JSON'))).toHaveLength(20);
    expect(message).toContain('these are the first 20');
  });

  it('does not quote a line that is not JSON, or a malformed region', async () => {
    expect(await expectRefusal([...allRecords, '{"text": "a private answer'])).not.toContain(
      'private',
    );
    expect(
      await expectRefusal([...allRecords, { ...answer, region: 'a private answer' }]),
    ).not.toContain('private');
  });

  it('is refused for a brand beyond the limit of its site, with its line, even if the other brands are already stored', async () => {
    const brands = Array.from({ length: 65_534 }, (_, n) => ({
      ...rival,
      id: uuid(100_000 + n),
      name: `Brand ${n}`,
      aliases: null,
    }));
    const last = { ...rival, id: uuid(99_999) };
    const expected =
      'siteId: names a site that would then have more than 65,535 brands, the maximum';
    const records = [client, site, brand, ...brands, last];
    expect(await expectRefusal(records)).toContain(`line 65538, ${expected}`);
    await importMeasurements(store, source([client, site, brand, ...brands]));
    expect(await expectRefusal([brand, last])).toContain(`line 2, ${expected}`);
    await importMeasurements(store, source([brand]));
  });

  it('is refused if it would move a prompt to another site', async () => {
    await importMeasurements(store, source(allRecords));
    const other = { ...site, id: uuid(80) };
    const moved = { ...prompt, siteId: uuid(80) };
    expect(await expectRefusal([other, moved])).toContain(
      'line 2, siteId: differs from the record that has or had this ID, which cannot move to another site',
    );
  });

  it.each([
    ['a record needs', allRecords],
    ['no record needs', [account, { ...siteWithoutClient, accountId: account.id }]],
  ])('is refused if --account gives the ID of an unknown account that %s', async (_, records) => {
    const options = { account: uuid(99) };
    const refused = importMeasurements(store, source(records), options);
    await expect(refused).rejects.toThrow(
      `--account ${uuid(99)}: no account has this ID\nNothing was imported.`,
    );
    await expect(refused).rejects.toThrow(ImportRefused);
    expect(await store.lookups.accounts()).toEqual([]);
  });

  it('does not block the next import', async () => {
    await expectRefusal([...allRecords, { ...answer, scanId: uuid(70) }]);
    await importMeasurements(store, source(allRecords));
    expect((await readTimeline()).scans).toHaveLength(1);
  });
});

describe('a file', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  async function createFile(name: string, bytes: string | Uint8Array): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
    folders.push(folder);
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  }
  const text = allRecords.map((record) => JSON.stringify(record)).join('\n');
  const readLines = async (path: string) =>
    (await Array.fromAsync(fileInput(path).blocks())).flat();

  it('is read the same with and without gzip, whatever its name', async () => {
    const plain = await readLines(await createFile('a.gz', text));
    expect(plain).toEqual(text.split('\n'));
    expect(await readLines(await createFile('a.ndjson', gzipSync(text)))).toEqual(plain);
    const members = text.split(/^/m).map((line) => gzipSync(line));
    expect(await readLines(await createFile('b.gz', Buffer.concat(members)))).toEqual(plain);
  });

  it('may end with a line feed, and contain blank lines and carriage returns', async () => {
    const path = await createFile('a.ndjson', `\n${text.replaceAll('\n', '\r\n')}\r\n\n`);
    await importMeasurements(store, fileInput(path));
    expect((await readTimeline()).scans).toHaveLength(1);
  });

  it.each([
    ['at its beginning', `\uFEFF${text}`],
    ['when gzipped', gzipSync(`\uFEFF${text}`)],
    ['alone on its first line', `\uFEFF\n${text}`],
  ])('may have a byte order mark %s', async (_, bytes) => {
    await importMeasurements(store, fileInput(await createFile('a.ndjson', bytes)));
    expect((await readTimeline()).scans).toHaveLength(1);
  });

  it.each([
    ['a later line', 'line 2: begins with a byte order mark', text.replace('\n', '\n\uFEFF')],
    ['a second one', 'line 1: begins with a byte order mark', `\uFEFF\uFEFF${text}`],
  ])('is refused with a byte order mark before %s', async (_, reason, bytes) => {
    const importing = importMeasurements(store, fileInput(await createFile('a.ndjson', bytes)));
    await expect(importing).rejects.toThrow(reason);
  });

  it('is read correctly where a character spans two reads', async () => {
    const line = 'é'.repeat(400_001);
    expect(await readLines(await createFile('a.ndjson', `x${line}\nend`))).toEqual([
      `x${line}`,
      'end',
    ]);
  });

  it('may contain lines of up to 4 MiB, but not longer ones', async () => {
    const longest = 4 * 1024 * 1024;
    for (const end of ['', '\n', '\n{}']) {
      const path = await createFile('a.ndjson', `{}\n${'x'.repeat(longest)}${end}`);
      expect((await readLines(path))[1]).toHaveLength(longest);
      const longer = await createFile('b.ndjson', `{}\n${'x'.repeat(longest + 1)}${end}`);
      await expect(readLines(longer)).rejects.toThrow('b.ndjson, line 2: is longer than 4 MiB');
    }
  });

  it('is refused when it does not exist or is a folder', async () => {
    expect(() => fileInput('/nowhere/x.ndjson')).toThrow('x.ndjson does not exist.');
    expect(() => fileInput(tmpdir())).toThrow(`${basename(tmpdir())} is a folder, not a file.`);
  });

  it('is refused when it is a pipe, a device or a socket', async () => {
    const folder = dirname(await createFile('week.ndjson', text));
    const pipe = join(folder, 'pipe.ndjson');
    execFileSync('mkfifo', [pipe]);
    const socket = join(folder, 'host.sock');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    for (const path of [pipe, socket, '/dev/zero']) {
      expect(() => fileInput(path)).toThrow(
        `${basename(path)} is a pipe, a device or a socket. Save its data as a file, and import that file.`,
      );
    }
  });

  it('is refused when a pipe has replaced it since the first look', async () => {
    const path = await createFile('week.ndjson', text);
    const replacedSource = fileInput(path);
    await rm(path);
    execFileSync('mkfifo', [path]);
    await expect(importMeasurements(store, replacedSource)).rejects.toThrow(
      'week.ndjson is a pipe, a device or a socket.',
    );
  });

  it.each([
    ['cut short', 'cut.gz is damaged or incomplete', gzipSync(text).subarray(0, -12)],
    [
      'not gzip despite its first bytes',
      'cut.gz is damaged or incomplete',
      Buffer.from([0x1f, 0x8b, 1, 2, 3]),
    ],
    [
      'followed by other data',
      'cut.gz is damaged',
      Buffer.concat([gzipSync(text), Buffer.from('end')]),
    ],
    [
      'followed by zeros',
      'cut.gz is damaged or incomplete (data after its end). Copy or compress the original file again.',
      Buffer.concat([gzipSync(text), Buffer.alloc(512)]),
    ],
    [
      'gzip whose second member begins with a zero',
      'cut.gz is damaged',
      Buffer.concat([gzipSync(text), Buffer.alloc(1), gzipSync('{}').subarray(1)]),
    ],
    [
      'gzip whose second member is damaged',
      'cut.gz is damaged',
      Buffer.concat([gzipSync(text), gzipSync('{}').fill(0, 14)]),
    ],
    ['not UTF-8', 'cut.gz, line 2: is not UTF-8', Buffer.from('{}\n{"a":"\u00e9"}', 'latin1')],
  ])(
    'is refused when it is %s, with a message saying that nothing was imported',
    async (_, reason, bytes) => {
      const importing = importMeasurements(store, fileInput(await createFile('cut.gz', bytes)));
      await expect(importing).rejects.toThrow(UnreadableInput);
      await expect(importing).rejects.toThrow(reason);
      await expect(importing).rejects.toThrow(/\nNothing was imported\.$/);
    },
  );

  it.each([
    ['has no bytes', ''],
    ['has only blank lines', '\n \r\n'],
    ['is gzipped and has no bytes', gzipSync('')],
  ])('is refused as empty when it %s', async (_, bytes) => {
    const importing = importMeasurements(store, fileInput(await createFile('a.ndjson', bytes)));
    await expect(importing).rejects.toThrow('a.ndjson is empty. Nothing was imported.');
  });
});

it.each([
  ['a brand', brand],
  ['a change of a prompt', { type: 'prompt', id: prompt.id, patch: true, category: 'new' }],
])(
  'an import of %s into a site that has to be measured again first is refused if there is too little space for that',
  async (_, record) => {
    const memory = createMemoryStore();
    await importMeasurements(memory, source([client, site, prompt]));
    let free = 9_000_000;
    const measured: string[] = [];
    const pendingStore: Store = {
      ...memory,
      lookups: {
        ...memory.lookups,
        pendingSites: async (ids) =>
          ids.filter((id) => !measured.includes(id)).map((id) => ({ id })),
        spaceForMeasuring: async ([siteId = '']) => [{ siteId, needed: 10_000_000, free }],
      },
      beginImport: async (settings) => {
        if (settings?.measuresAgain) measured.push(site.id);
        return memory.beginImport(settings);
      },
    };
    const load = () => importMeasurements(pendingStore, source([{ ...site, name: 'New' }, record]));
    await expect(load()).rejects.toThrow(
      `site ${site.id}: its figures have to be measured again first, which needs 10 MB of free space, and only 9 MB are free.`,
    );
    expect(await memory.lookups.sites([site.id])).toMatchObject([{ name: 'Site' }]);
    free = 10_000_000;
    await load();
    expect(measured).toEqual([site.id]);
    expect(await memory.lookups.sites([site.id])).toMatchObject([{ name: 'New' }]);
  },
);

describe('the file in the documentation', () => {
  const readPage = () => readFile(resolve(import.meta.dirname, '../../../docs/import.md'), 'utf8');
  const linesOf = (page: string) => page.split('\n').filter((line) => line.startsWith('{'));

  it('can be imported as printed and in reverse order, and has a record of every type', async () => {
    const lines = linesOf(await readPage());
    for (const records of [lines, lines.toReversed()]) {
      const store = createMemoryStore();
      const summary = await importMeasurements(store, recordInput('import.md', records));
      expect(summary).toMatchObject({
        answers: 2,
        scans: 1,
        clients: 1,
        sites: 1,
        brands: 2,
        prompts: 1,
        accountRecords: 1,
        recommendations: 1,
        notes: 1,
      });
    }
    const types = new Set(lines.map((line) => JSON.parse(line).type));
    expect([...types].sort()).toEqual([...recordFields.keys()].sort());
  });

  it('is accompanied by descriptions of every field and every platform', async () => {
    const page = await readPage();
    for (const [type, fields] of recordFields) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${type}\``)) ?? '';
      for (const field of fields) expect(row).toContain(`\`${field}\``);
    }
    for (const platform of platformIds) expect(page).toContain(`\`${platform}\``);
  });
});

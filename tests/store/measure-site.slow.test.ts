import { describe, expect, it, onTestFinished } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { measureSite } from '../../src/service/import/measure-site.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { scanRules } from '../../src/service/records/scan.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import {
  type AnswerRecord,
  noEvidence,
  remeasurableAnswersPerPage,
  type Store,
} from '../../src/service/store/store.ts';
import { prepareStore } from '../setup/prepared-folder.ts';
import { everyAnswerScope } from '../setup/scopes.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const tenant = { accountId: defaultAccount.id, clientId: null };
const siteId = uuid(2);
const createdAt = '2026-03-01T10:00:00Z';
const records = {
  client: { type: 'client', id: uuid(1), name: 'Client', createdAt },
  site: { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
  prompt: { type: 'prompt', id: uuid(5), siteId, text: 'Is Node‑RED good?' },
  nodeRed: { type: 'brand', id: uuid(31), siteId, name: 'Node-RED', role: 'tracked' },
  bolt: { type: 'brand', id: uuid(32), siteId, name: 'Bolt', role: 'competitor' },
};
const scanId = uuid(21);
const emptyCatalogue: Catalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
};

const load = (store: Store, ...lines: object[]) =>
  importMeasurements(store, recordInput('week.ndjson', lines));

const copyStore = prepareStore(async (store) => {
  await load(store, ...Object.values(records));
});

async function openStore(): Promise<Store> {
  const store = await openClickHouse({ dataDir: await copyStore() });
  onTestFinished(() => store.close());
  return store;
}

/** An answer as an earlier version stored it. */
const createOldAnswer = (text: string | null, more: Partial<AnswerRecord> = {}): AnswerRecord => ({
  siteId,
  scanId,
  promptId: records.prompt.id,
  platform: 'chatgpt_app',
  region: 'US',
  run: 1,
  brandIds: [],
  sentiments: [],
  evidence: { ...noEvidence, text, areMentionsGiven: false },
  ...more,
});

/** Writes answers of one pending scan, or of the given one, in one import. */
async function writeOldAnswers(
  store: Store,
  answers: readonly AnswerRecord[],
  rules: number = scanRules.pending,
): Promise<void> {
  const at = Date.parse(createdAt);
  const scans = [...new Set(answers.map((answer) => answer.scanId))].map((id) => ({
    id,
    siteId,
    status: 'completed' as const,
    createdAt: at,
    startedAt: at,
    completedAt: at,
    updatedAt: at,
    rules,
  }));
  const writer = await store.beginImport();
  await writer.writeCatalogue({ ...emptyCatalogue, scans });
  await writer.writeAnswers(answers);
  await writer.commit();
}

const readAnswers = async (store: Store) =>
  (await store.answers(tenant, siteId, everyAnswerSearch, { after: null, limit: 5_000 })).map(
    ({ region, run, brandIds, evidence }) => ({
      region,
      run,
      brandIds,
      text: evidence?.text ?? null,
    }),
  );
const readRules = async (store: Store) =>
  new Map((await store.lookups.scansOfSites([siteId])).map(({ id, rules }) => [id, rules]));

describe('measuring a site again', () => {
  it('finds names, their order and prompts by the current rules', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [createOldAnswer('Bolt, then Node‑RED.')]);
    expect(await store.pendingSites()).toEqual([siteId]);
    expect(store.isMeasuringAgain()).toBe(true);
    expect(await measureSite(store, siteId)).toBe(1);
    expect(await readAnswers(store)).toEqual([
      {
        region: 'US',
        run: 1,
        brandIds: [records.nodeRed.id, records.bolt.id],
        text: 'Bolt, then Node‑RED.',
      },
    ]);
    expect((await store.counts(tenant, siteId, everyAnswerScope)).firstMentions).toEqual(
      expect.arrayContaining([
        { brandId: records.nodeRed.id, answers: 1, first: 0 },
        { brandId: records.bolt.id, answers: 1, first: 1 },
      ]),
    );
    expect((await store.prompt(tenant, siteId, records.prompt.id))?.mentionsTracked).toBe(true);
    expect(await store.pendingSites()).toEqual([]);
    expect(store.isMeasuringAgain()).toBe(false);
  });

  it.each([
    ['an earlier version', 2, scanRules.current],
    ['an earlier version without some texts', 1, scanRules.current],
    ['an earlier version with given mentions', scanRules.pendingNone, scanRules.none],
  ])('leaves out names that no reader sees from what %s measured', async (_, rules, newRules) => {
    const store = await openStore();
    const [brand] = await store.lookups.brandsOfSites([siteId]);
    const old = { brandIds: [brand?.id ?? ''], sentiments: [null], places: [1] };
    await writeOldAnswers(store, [createOldAnswer('<!-- Bolt --> Good', old)], rules);
    expect(await store.pendingSites()).toEqual([siteId]);
    await measureSite(store, siteId);
    expect((await readAnswers(store)).map(({ brandIds }) => brandIds)).toEqual([[]]);
    expect((await readRules(store)).get(scanId)).toBe(newRules);
    expect(await store.pendingSites()).toEqual([]);
  });

  it('keeps the mentions of answers without a text, and stores the earlier rules for their scan', async () => {
    const store = await openStore();
    const other = uuid(22);
    await writeOldAnswers(store, [
      createOldAnswer('Node‑RED'),
      createOldAnswer(null, { run: 2, brandIds: [records.bolt.id], sentiments: [null] }),
      createOldAnswer('Bolt', { scanId: other }),
    ]);
    await measureSite(store, siteId);
    expect((await readAnswers(store)).map(({ brandIds: [id] }) => id).sort()).toEqual([
      records.nodeRed.id,
      records.bolt.id,
      records.bolt.id,
    ]);
    expect(await readRules(store)).toEqual(
      new Map([
        [scanId, scanRules.partlyFirst],
        [other, scanRules.current],
      ]),
    );
  });

  it.each([
    ['those of the first version', 0, scanRules.partlyFirst],
    ['partly those of the first version', 1, scanRules.partlyFirst],
    ['those of the second version', 2, scanRules.partlySecond],
    ['none', scanRules.pendingNone, scanRules.none],
  ])(
    'stores for a scan without some texts which rules found its names: %s',
    async (_, old, rules) => {
      const store = await openStore();
      await writeOldAnswers(
        store,
        [createOldAnswer(null), createOldAnswer('Bolt', { run: 2 })],
        old,
      );
      await measureSite(store, siteId);
      expect((await readRules(store)).get(scanId)).toBe(rules);
      expect(await store.pendingSites()).toEqual([]);
    },
  );

  it('finds the mentions of given answers only for brands imported later', async () => {
    const store = await openStore();
    const text = 'Node-RED and Bolt';
    const evidence = { ...noEvidence, text };
    await writeOldAnswers(store, [createOldAnswer(text, { evidence })]);
    await measureSite(store, siteId);
    expect((await readAnswers(store))[0]?.brandIds).toEqual([]);
  });

  it('does nothing if the site is not pending', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [createOldAnswer('Bolt')]);
    await measureSite(store, siteId);
    const version = await store.dataVersion(siteId);
    expect(await measureSite(store, siteId)).toBe(0);
    expect(await store.dataVersion(siteId)).toBe(version);
  });

  it('reads answers page by page, whatever the code of their region', async () => {
    const store = await openStore();
    const answers = Array.from({ length: 2 * remeasurableAnswersPerPage + 3 }, (_, index) =>
      createOldAnswer('Node‑RED', {
        run: 1 + index,
        region: ['FR', 'GB', 'UK', 'US'][index % 4] ?? '',
      }),
    );
    await writeOldAnswers(store, answers);
    expect(await measureSite(store, siteId)).toBe(answers.length);
    const found = await readAnswers(store);
    expect(found).toHaveLength(answers.length);
    expect(new Set(found.map(({ brandIds }) => brandIds[0]))).toEqual(
      new Set([records.nodeRed.id]),
    );
  });

  it('stores UK as GB, a blank area as its country and a subdivision under its name, with the text', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [
      createOldAnswer('Bolt', { region: 'UK' }),
      createOldAnswer(null, { region: 'UK:London' }),
      createOldAnswer('Node‑RED', { region: 'US:california' }),
      createOldAnswer('Bolt', { region: 'US: ' }),
      createOldAnswer('Bolt', { region: 'UK:\u00a0', run: 2 }),
    ]);
    await measureSite(store, siteId);
    expect(await readAnswers(store)).toEqual([
      { region: 'GB', run: 1, brandIds: [records.bolt.id], text: 'Bolt' },
      { region: 'GB', run: 2, brandIds: [records.bolt.id], text: 'Bolt' },
      { region: 'GB:London', run: 1, brandIds: [], text: null },
      { region: 'US', run: 1, brandIds: [records.bolt.id], text: 'Bolt' },
      { region: 'US:California', run: 1, brandIds: [records.nodeRed.id], text: 'Node‑RED' },
    ]);
    expect((await store.filterValues(tenant, siteId, null))?.regions.toSorted()).toEqual([
      'GB',
      'GB:London',
      'US',
      'US:California',
    ]);
  });

  it.each([
    ['UK', 'GB'],
    ['GB', 'UK'],
  ])(
    'keeps both answers if one is stored under %s and another under %s later, first that under GB',
    async (first, last) => {
      const store = await openStore();
      const region = { first: `${first}:Leeds`, last: `${last}:Leeds` };
      await writeOldAnswers(store, [
        createOldAnswer('Bolt', { region: first }),
        createOldAnswer('Bolt', { region: region.first }),
        createOldAnswer('Bolt', { region: 'US' }),
      ]);
      await writeOldAnswers(store, [
        createOldAnswer('Node‑RED', { region: last }),
        createOldAnswer(null, { region: region.last }),
      ]);
      await measureSite(store, siteId);
      const [bolt, nodeRed] = [[records.bolt.id], [records.nodeRed.id]];
      const inGb = [
        { brandIds: bolt, text: 'Bolt' },
        { brandIds: nodeRed, text: 'Node‑RED' },
      ];
      const inLeeds = [
        { brandIds: bolt, text: 'Bolt' },
        { brandIds: [], text: null },
      ];
      const inOrder = <T>(found: T[]) => (first === 'GB' ? found : found.toReversed());
      expect(await readAnswers(store)).toEqual([
        ...inOrder(inGb).map((found, index) => ({ region: 'GB', run: 1 + index, ...found })),
        ...inOrder(inLeeds).map((found, index) => ({
          region: 'GB:Leeds',
          run: 1 + index,
          ...found,
        })),
        { region: 'US', run: 1, brandIds: bolt, text: 'Bolt' },
      ]);
    },
  );

  it('keeps both answers of a place if only one was measured again for a new brand', async () => {
    const store = await openStore();
    const acme = createOldAnswer('Acme is fine', { region: 'US:california' });
    await writeOldAnswers(store, [
      createOldAnswer('Bolt is fine', { region: 'US:California' }),
      acme,
    ]);
    const [brand] = await store.lookups.brandsOfSites([siteId]);
    if (!brand) throw new Error('The site has no brand.');
    const newBrand = { ...brand, id: uuid(33), name: 'Acme', aliases: ['Acme'] };
    const scans = await store.lookups.scansOfSites([siteId]);
    const writer = await store.beginImport();
    await writer.writeCatalogue({ ...emptyCatalogue, brands: [newBrand], scans });
    await writer.replaceMeasurements([{ ...acme, brandIds: [newBrand.id], sentiments: [null] }]);
    await writer.commit();
    await measureSite(store, siteId);
    expect(await readAnswers(store)).toEqual([
      { region: 'US:California', run: 1, brandIds: [records.bolt.id], text: 'Bolt is fine' },
      { region: 'US:California', run: 2, brandIds: [newBrand.id], text: 'Acme is fine' },
    ]);
  });

  it('makes no place two regions, before or after, and loses no answer of a file', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [
      createOldAnswer('Bolt', { region: 'US:California' }),
      createOldAnswer('Node‑RED', { region: 'US:california' }),
      createOldAnswer(null, { region: 'US:CA' }),
      createOldAnswer('Bolt', { region: 'US:california', run: 2 }),
      createOldAnswer('Bolt', { region: 'BR:São Paulo'.normalize('NFC') }),
      createOldAnswer('Node‑RED', { region: 'BR:São Paulo'.normalize('NFD') }),
      createOldAnswer('Bolt', { region: 'US:New York, NY' }),
    ]);
    const readRegions = async () => {
      const scope = { ...everyAnswerScope, brandIds: null };
      const byRegion = await store.timeline(tenant, siteId, { ...scope, groupBy: 'region' });
      const byCell = await store.timeline(tenant, siteId, { ...scope, groupBy: 'cell' });
      const inCalifornia = await store.timeline(tenant, siteId, {
        ...scope,
        groupBy: 'region',
        region: ['US:California'],
      });
      const [scan] = await store.scans(tenant, siteId, { after: null, limit: 1 });
      const regionsOf = ({ group, answers }: typeof byRegion.answers) =>
        group.map((code, index) => `${code}: ${answers[index]}`).sort();
      return {
        listed: (await store.filterValues(tenant, siteId, null))?.regions.toSorted(),
        ofScan: scan?.regions.toSorted(),
        byRegion: regionsOf(byRegion.answers),
        byCell: regionsOf(byCell.answers),
        inCalifornia: regionsOf(inCalifornia.answers),
      };
    };
    const regions = ['BR:São Paulo', 'US:California', 'US:New York, NY'];
    const counts = ['BR:São Paulo: 2', 'US:California: 4', 'US:New York, NY: 1'];
    const expected = {
      listed: regions,
      ofScan: regions,
      byRegion: counts,
      byCell: counts.map((count) => `chatgpt_app ${count}`),
      inCalifornia: ['US:California: 4'],
    };
    expect(await readRegions()).toEqual(expected);
    const exported = (
      await Array.fromAsync(store.operatorReads.answersOfScan(siteId, scanId))
    ).flat();
    await measureSite(store, siteId);
    expect(await readRegions()).toEqual(expected);
    const [bolt, nodeRed] = [[records.bolt.id], [records.nodeRed.id]];
    const answers = await readAnswers(store);
    expect(
      exported.map(({ region, run, evidence }) => ({ region, run, text: evidence?.text ?? null })),
    ).toEqual(answers.map(({ region, run, text }) => ({ region, run, text })));
    expect(answers).toEqual([
      { region: 'BR:São Paulo', run: 1, brandIds: bolt, text: 'Bolt' },
      { region: 'BR:São Paulo', run: 2, brandIds: nodeRed, text: 'Node‑RED' },
      { region: 'US:California', run: 1, brandIds: bolt, text: 'Bolt' },
      { region: 'US:California', run: 2, brandIds: bolt, text: 'Bolt' },
      { region: 'US:California', run: 3, brandIds: [], text: null },
      { region: 'US:California', run: 4, brandIds: nodeRed, text: 'Node‑RED' },
      { region: 'US:New York, NY', run: 1, brandIds: bolt, text: 'Bolt' },
    ]);
  });

  it('finds a territory under its own code, and not in the country it is part of, before or after', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [
      createOldAnswer('Bolt', { region: 'US:Puerto Rico' }),
      createOldAnswer('Bolt', { region: 'US:CA' }),
      createOldAnswer('Bolt', { region: 'DE:a:e\u0301' }),
    ]);
    const readRegionsIn = async (...region: string[]) => {
      const scope = { ...everyAnswerScope, region };
      const search = { ...everyAnswerSearch, region };
      const page = { after: null, limit: 10 };
      const { answers } = await store.timeline(tenant, siteId, {
        ...{ ...scope, groupBy: 'region', brandIds: null },
      });
      const listed = await store.answers(tenant, siteId, search, page);
      const found = await store.answers(tenant, siteId, { ...search, words: ['Bolt'] }, page);
      return {
        counted: answers.group,
        answers: (await store.counts(tenant, siteId, scope)).scans[0]?.answers,
        listed: listed.length,
        found: found.length,
      };
    };
    const one = { answers: 1, listed: 1, found: 1 };
    const expectRegions = async () => {
      expect(await readRegionsIn('US')).toEqual({ counted: ['US:California'], ...one });
      expect(await readRegionsIn('PR')).toEqual({ counted: ['PR'], ...one });
      expect((await readRegionsIn('DE:a')).counted).toEqual([]);
      const both = await readRegionsIn('US', 'PR');
      expect(both.counted.toSorted()).toEqual(['PR', 'US:California']);
    };
    await expectRegions();
    await measureSite(store, siteId);
    await expectRegions();
  });

  it('changes nothing if it fails, and can be repeated', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [createOldAnswer('Node‑RED', { region: 'UK' })]);
    const before = await readAnswers(store);
    const failing = {
      ...store,
      beginImport: async (...args: Parameters<Store['beginImport']>) => {
        const writer = await store.beginImport(...args);
        return Object.assign(Object.create(writer), {
          commit: () => Promise.reject(new Error('The disk is full.')),
          abort: () => writer.abort(),
          writeCatalogue: (catalogue: Catalogue) => writer.writeCatalogue(catalogue),
          readRemeasurableAnswers: writer.readRemeasurableAnswers.bind(writer),
          replaceMeasurements: writer.replaceMeasurements.bind(writer),
        });
      },
    };
    await expect(measureSite(failing, siteId)).rejects.toThrow('The disk is full.');
    expect(await readAnswers(store)).toEqual(before);
    await measureSite(store, siteId);
    expect(await readAnswers(store)).toMatchObject([{ region: 'GB', text: 'Node‑RED' }]);
  });

  it('happens before an import into the site, which then replaces answers under their new codes', async () => {
    const store = await openStore();
    await writeOldAnswers(store, [
      createOldAnswer('Node‑RED', { region: 'UK' }),
      createOldAnswer('Node‑RED', { region: 'FR' }),
    ]);
    const answer = { type: 'answer', scanId, promptId: records.prompt.id, platform: 'chatgpt_app' };
    await load(store, { ...answer, region: 'UK', text: 'Bolt' });
    expect(await readAnswers(store)).toMatchObject([
      { region: 'FR', brandIds: [records.nodeRed.id] },
      { region: 'GB', brandIds: [records.bolt.id] },
    ]);
    expect(await store.pendingSites()).toEqual([]);
  });
});

describe('the rules that measured a scan', () => {
  const scan = {
    type: 'scan',
    id: scanId,
    siteId,
    status: 'completed',
    createdAt,
    completedAt: createdAt,
  };
  const answer = {
    type: 'answer',
    scanId,
    promptId: records.prompt.id,
    platform: 'chatgpt_app',
    region: 'US',
  };
  const given = { ...answer, mentions: [] };
  const measured = { ...answer, run: 2, text: 'Bolt' };

  it.each([
    ['are the current ones if any answer is measured', [scan, given, measured], scanRules.current],
    ['are none if every answer has its mentions', [scan, given], scanRules.none],
    ['are none without answers', [scan], scanRules.none],
  ])('%s', async (_, lines, expected) => {
    const store = await openStore();
    await load(store, ...lines);
    expect((await readRules(store)).get(scanId)).toBe(expected);
    await load(store, measured);
    expect((await readRules(store)).get(scanId)).toBe(scanRules.current);
  });

  it.each([
    ['the first', scanRules.pending, scanRules.partlyFirst],
    ['the second', scanRules.pendingSecond, scanRules.partlySecond],
  ])(
    'stay partly %s until an import replaces all answers of the scan without a text',
    async (_, old, rules) => {
      const store = await openStore();
      await writeOldAnswers(
        store,
        [createOldAnswer(null), createOldAnswer('Bolt', { run: 2 })],
        old,
      );
      await measureSite(store, siteId);
      const loadAndMeasure = async (...lines: object[]) => {
        const { sitesToMeasure } = await load(store, ...lines);
        expect(sitesToMeasure).toEqual([siteId]);
        await measureSite(store, siteId);
        return (await readRules(store)).get(scanId);
      };
      expect(await loadAndMeasure(measured, { ...measured, run: 3 }, { ...measured, run: 4 })).toBe(
        rules,
      );
      expect(await loadAndMeasure({ ...answer, text: 'Bolt' })).toBe(scanRules.current);
      expect((await load(store, measured)).sitesToMeasure).toEqual([]);
    },
  );
});

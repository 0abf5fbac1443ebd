import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { everyAnswerScope } from '../../../tests/setup/scopes.ts';
import { waitOptions } from '../../../tests/setup/wait-options.ts';
import { scanRules } from '../records/scan.ts';
import { everyAnswerSearch } from '../store/answer-search.ts';
import { openClickHouse } from '../store/clickhouse/open.ts';
import type { BrandRecord, ScanRecord } from '../store/records.ts';
import {
  type RemeasurableAnswer,
  type Remeasurement,
  remeasurableAnswersPerPage,
  type Store,
} from '../store/store.ts';
import { importMeasurements } from './import.ts';
import { measureAgain, type SiteToMeasure } from './measure-again.ts';
import { defaultAccount } from './owners.ts';
import { recordSource } from './source.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const tenant = { accountId: defaultAccount.id, clientId: null };
const siteId = uuid(2);
const client = { type: 'client', id: uuid(1), name: 'Client', createdAt: '2026-03-01T10:00:00Z' };
const site = { ...client, type: 'site', id: siteId, clientId: uuid(1), name: 'Site' };
const prompt = { type: 'prompt', id: uuid(5), siteId, text: 'Which one?' };
const scan = (n: number) => ({
  type: 'scan',
  id: uuid(20 + n),
  siteId,
  status: 'completed',
  createdAt: `2026-03-0${n}T10:00:00Z`,
  completedAt: `2026-03-0${n}T11:00:00Z`,
});
const brand = (n: number, name: string, role: string) => ({
  type: 'brand',
  id: uuid(n),
  siteId,
  name,
  role,
});
const acme = brand(31, 'Acme', 'tracked');
const bolt = brand(32, 'Bolt', 'competitor');
const crux = brand(33, 'Crux', 'discovered');
const answer = (n: number, run: number, more: object) => ({
  type: 'answer',
  scanId: uuid(20 + n),
  promptId: uuid(5),
  platform: 'chatgpt_app',
  region: 'US',
  run,
  ...more,
});
const answersWithText = [
  answer(1, 1, { text: 'Acme is great. Bolt is awful.' }),
  answer(1, 2, { text: 'Crux is wonderful, and so is Acme.' }),
  answer(2, 1, { text: 'Neither of them, I hate to say.' }),
  answer(2, 2, {
    text: 'Bolt, Crux and Acme are fine.',
    citations: [{ url: 'https://a.example/' }],
  }),
];

async function openTemporaryClickHouse(): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-again-'));
  const store = await openClickHouse({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return store;
}

const load = (store: Store, ...records: object[]) =>
  importMeasurements(store, recordSource('week.ndjson', records));

/** The timeline's counts for each scan and brand, in a fixed order, and the total number of mentions. */
async function readFigures(store: Store) {
  const { brands, answers } = await store.timeline(tenant, siteId, everyAnswerScope);
  const rows = brands.brandId.map((id, row) =>
    [
      id,
      brands.scan[row],
      brands.mentions[row],
      brands.sentiments[row],
      brands.sentimentSum[row],
    ].join(' '),
  );
  return { rows: rows.sort(), mentions: answers.mentions.reduce((sum, n) => sum + n, 0) };
}

/** The number of mentions of each brand in all scans. */
async function readMentions(store: Store): Promise<Record<string, number>> {
  const { brands } = await store.timeline(tenant, siteId, everyAnswerScope);
  const names = new Map([acme, bolt, crux].map(({ id, name }) => [id, name]));
  const sums: Record<string, number> = {};
  for (const [row, id] of brands.brandId.entries()) {
    const name = names.get(id) ?? id;
    sums[name] = (sums[name] ?? 0) + (brands.mentions[row] ?? 0);
  }
  return sums;
}

const permutationsOf = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, index) =>
        permutationsOf(list.toSpliced(index, 1)).map((others) => [first, ...others]),
      );

describe.each<[string, () => Promise<Store>]>([
  ['into memory', async () => createMemoryStore()],
  ['into ClickHouse', openTemporaryClickHouse],
])('an import %s', (_, open) => {
  it('results in the same figures whether brands or texts are imported first', async () => {
    const groups = [[acme], [bolt], [crux], [prompt, scan(1), scan(2), ...answersWithText]];
    const reference = createMemoryStore();
    await load(reference, client, site, ...groups.flat());
    const expected = await readFigures(reference);
    expect(expected.mentions).toBe(7);
    for (const permutation of permutationsOf(groups)) {
      const store = createMemoryStore();
      await load(store, client, site);
      for (const group of permutation) await load(store, ...group);
      expect(await readFigures(store)).toEqual(expected);
    }
    const store = await open();
    await load(store, client, site, prompt, scan(1), scan(2), ...answersWithText);
    for (const addedBrand of [crux, acme, bolt]) await load(store, addedBrand);
    expect(await readFigures(store)).toEqual(expected);
  });

  it('measures all stored texts again, page by page, except those of answers that it replaces', async () => {
    const answers = Array.from({ length: 2 * remeasurableAnswersPerPage + 10 }, (_, index) =>
      answer(1 + (index % 3), 1 + index, {
        text: index % 2 === 0 ? 'Acme or Bolt.' : 'Only Crux.',
      }),
    );
    const replacements = answers
      .slice(0, 20)
      .map((replaced) => ({ ...replaced, text: 'Nothing to see.' }));
    const scans = [scan(1), scan(2), scan(3)];
    const store = await open();
    await load(store, client, site, prompt, ...scans, acme, ...answers);
    const summary = await load(store, bolt, crux, ...replacements);
    expect(summary.measuredAgain).toBe(answers.length - replacements.length);
    const mentions = answers.length / 2 - 10;
    expect(await readMentions(store)).toEqual({ Acme: mentions, Bolt: mentions, Crux: mentions });
  });

  it('changes nothing if it fails while stored texts are measured again', async () => {
    const store = await open();
    await load(store, client, site, prompt, scan(1), scan(2), acme, ...answersWithText);
    const before = await readFigures(store);
    const renamed = recordSource('week.ndjson', [{ ...acme, name: 'Bolt' }, crux]);
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === 'measuring again') throw new Error('Stopped.');
    };
    await expect(importMeasurements(store, renamed, { onProgress })).rejects.toThrow('Stopped.');
    expect(await readFigures(store)).toEqual(before);
    await vi.waitFor(async () => {
      expect(await store.check()).toMatchObject({ faults: [], hiddenAnswers: 0 });
    }, waitOptions);
    await load(store, { ...acme, name: 'Bolt' });
    expect(await readMentions(store)).toEqual({ Acme: 2 });
    expect((await store.check()).faults).toEqual([]);
  });

  it('measures texts again when a brand is renamed, but not when its name stays the same', async () => {
    const store = await open();
    await load(store, client, site, prompt, scan(1), scan(2), acme, ...answersWithText);
    const summary = await load(store, { ...acme, name: 'Bolt' });
    expect(summary).toMatchObject({ measuredAgain: 4, unmeasurableDays: [] });
    expect(await readMentions(store)).toEqual({ Acme: 2 });
    expect((await load(store, { ...acme, name: 'Bolt', role: 'tracked' })).measuredAgain).toBe(0);
  });

  it('keeps the mentions given with an answer, and adds only those of brands imported later', async () => {
    const store = await open();
    const mentions = [{ brandId: bolt.id, sentiment: 25 }];
    const answerWithMentions = answer(1, 1, { mentions, text: 'Acme and Crux.' });
    await load(store, client, site, prompt, scan(1), acme, bolt, answerWithMentions);
    expect(await readMentions(store)).toEqual({ Bolt: 1 });
    await load(store, crux, { ...acme, aliases: ['Acme', 'Acme Inc'] });
    expect(await readMentions(store)).toEqual({ Bolt: 1, Crux: 1 });
    await load(store, { ...crux, name: 'Cruxless' });
    expect(await readMentions(store)).toEqual({ Bolt: 1 });
    await load(store, crux);
    expect(await readMentions(store)).toEqual({ Bolt: 1, Crux: 1 });
  });

  it('measures the other stored answers again when it replaces one of them', async () => {
    const store = await open();
    await load(store, client, site, prompt, scan(1), scan(2), acme, ...answersWithText);
    await load(store, bolt, answer(1, 2, { text: 'Only Bolt.' }));
    expect(await readMentions(store)).toEqual({ Acme: 2, Bolt: 3 });
    // The texts are still there for the next brand.
    await load(store, crux);
    expect(await readMentions(store)).toEqual({ Acme: 2, Bolt: 3, Crux: 1 });
  });

  it('names the days of scans that it cannot measure again, and leaves them as they are', async () => {
    const store = await open();
    const answerWithMentions = answer(1, 1, { mentions: [{ brandId: acme.id }] });
    await load(
      store,
      client,
      site,
      prompt,
      scan(1),
      scan(2),
      acme,
      answerWithMentions,
      ...answersWithText.slice(2),
    );
    const summary = await load(store, bolt);
    expect(summary).toMatchObject({ measuredAgain: 2, unmeasurableDays: ['2026-03-01'] });
    expect(await readMentions(store)).toEqual({ Acme: 2, Bolt: 1 });
  });

  it('does not store texts if `keepsTexts` is false', async () => {
    const store = await open();
    const source = recordSource('week', [
      client,
      site,
      prompt,
      scan(1),
      scan(2),
      acme,
      ...answersWithText,
    ]);
    await importMeasurements(store, source, { keepsTexts: false });
    expect(await load(store, bolt)).toMatchObject({
      measuredAgain: 0,
      unmeasurableDays: ['2026-03-01', '2026-03-02'],
    });
    expect(await readMentions(store)).toEqual({ Acme: 3 });
  });
});

const everyBrandChange = fc.constantFrom<object[]>(
  [acme],
  [bolt],
  [crux],
  [{ ...acme, aliases: ['Acme', 'Acme Bolt', 'Crux'] }],
  [{ ...bolt, aliases: ['Bolt is', 'und'] }],
  [{ ...crux, name: 'Cruxless' }],
  [
    { ...acme, aliases: [] },
    { ...bolt, aliases: ['Acme'] },
  ],
);
const textPart = fc.constantFrom(
  'Acme',
  'Bolt',
  'Crux',
  'Acme Bolt',
  'is great.',
  'is awful!',
  'und das ist sehr gut für alle, die gern wandern.',
  '\n\n',
  'Neither of them.',
);
const someText = fc.array(textPart, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
/** The measurements of all answers, in a fixed order. */
const readMeasurements = async (store: Store) =>
  (await store.answers(tenant, siteId, everyAnswerSearch, { after: null, limit: 100 })).map(
    ({ run, brandIds, sentiments, places, domains }) => ({
      run,
      brandIds,
      sentiments,
      places,
      domains,
    }),
  );

it('measures every answer as if the texts were imported after the last change of brands', async () => {
  const property = fc.asyncProperty(
    fc.array(someText, { minLength: 1, maxLength: 8 }),
    fc.array(everyBrandChange, { minLength: 1, maxLength: 4 }),
    async (texts, changes) => {
      const answers = texts.map((text, index) => answer(1, 1 + index, { text }));
      const changed = createMemoryStore();
      await load(changed, client, site, prompt, scan(1), ...answers);
      for (const brands of changes) await load(changed, ...brands);
      const fresh = createMemoryStore();
      await load(fresh, client, site);
      for (const brands of changes) await load(fresh, ...brands);
      await load(fresh, prompt, scan(1), ...answers);
      expect(await readMeasurements(changed)).toEqual(await readMeasurements(fresh));
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

/** Measures stored answers again. @returns the measurements that it replaces. */
async function findReplaced(
  answers: readonly RemeasurableAnswer[],
  change: Omit<SiteToMeasure, 'id'>,
): Promise<Remeasurement[]> {
  const replaced: Remeasurement[] = [];
  const writer = {
    readRemeasurableAnswers: async (_: string, after: object | null) => (after ? [] : answers),
    replaceMeasurements: async (rows: readonly Remeasurement[]) => void replaced.push(...rows),
  };
  await measureAgain([{ id: siteId, ...change }], writer, () => {});
  return replaced;
}

/** The answers after they have been measured again. */
async function withMeasurements(
  answers: readonly RemeasurableAnswer[],
  change: Omit<SiteToMeasure, 'id'>,
): Promise<RemeasurableAnswer[]> {
  const replaced = new Map((await findReplaced(answers, change)).map((row) => [row.run, row]));
  return answers.map((stored) => ({ ...stored, ...replaced.get(stored.run) }));
}

const toBrands = (aliasLists: readonly (readonly string[])[], firstId = 31): BrandRecord[] =>
  aliasLists.map((aliases, index) => ({
    id: uuid(firstId + index),
    siteId,
    name: 'Brand',
    role: 'competitor',
    aliases,
    domains: [],
  }));
const toAnswer = (
  text: string | null,
  run: number,
  more: Partial<RemeasurableAnswer> = {},
): RemeasurableAnswer => ({
  siteId,
  scanId: uuid(21),
  promptId: uuid(5),
  platform: 'chatgpt_app',
  region: 'US',
  run,
  brandIds: [],
  sentiments: [],
  text,
  citations: [{ url: `https://www.a.example/${run}/`, title: '' }],
  givenBrandIds: null,
  ...more,
});
const storedScan = (rules: number): ScanRecord => ({
  id: uuid(21),
  siteId,
  status: 'completed',
  createdAt: 0,
  startedAt: 0,
  completedAt: 0,
  updatedAt: 0,
  rules,
});

describe('a change of brands', () => {
  const before = toBrands([['Acme'], ['Bolt']]);
  const after = [...before, ...toBrands([['Crux']], 33)];
  const answers = ['Acme.', 'Crux.', 'Acme, Bolt and Crux.', 'Cruxless.'].map((text, index) =>
    toAnswer(text, 1 + index),
  );

  it('replaces only the measurements of answers whose texts have a name that changed', async () => {
    const scans = [storedScan(scanRules.current)];
    const replaced = await findReplaced(answers, {
      brands: after,
      stored: { brands: before, scans },
    });
    expect(replaced.map(({ run, brandIds }) => [run, brandIds])).toEqual([
      [2, [uuid(33)]],
      [3, [uuid(31), uuid(32), uuid(33)]],
    ]);
  });

  it.each([
    ['pending', scanRules.pending],
    ['partly measured', scanRules.partlyFirst],
  ])(
    'replaces the measurements of all answers of a scan that is %s by earlier rules',
    async (_, rules) => {
      const scans = [storedScan(rules)];
      const replaced = await findReplaced(answers, {
        brands: after,
        stored: { brands: before, scans },
      });
      expect(replaced.map(({ run }) => run)).toEqual([1, 2, 3, 4]);
    },
  );

  it('takes a removed brand out of given mentions, even if the text does not name it', async () => {
    const given = toAnswer('Nobody.', 1, {
      brandIds: [uuid(31), uuid(32)],
      sentiments: [null, 25_000_000],
      givenBrandIds: [uuid(31), uuid(32)],
    });
    const scans = [storedScan(scanRules.none)];
    const [replaced] = await findReplaced([given], {
      brands: before.slice(1),
      stored: { brands: before, scans },
    });
    expect(replaced).toMatchObject({ brandIds: [uuid(32)], sentiments: [25_000_000] });
  });

  it('results in the same measurements as measuring every answer', async () => {
    const aliasList = fc.array(fc.subarray(['Acme', 'Acme Bolt', 'Bolt is', 'Crux', 'und']), {
      maxLength: 3,
    });
    const property = fc.asyncProperty(
      aliasList,
      aliasList,
      fc.boolean(),
      fc.array(fc.tuple(someText, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (first, second, isAddition, texts) => {
        const old = toBrands(first);
        const changed = isAddition ? [...old, ...toBrands(second, 41)] : toBrands(second);
        const oldIds = old.map(({ id }) => id);
        const stored = await withMeasurements(
          texts.map(([text, isGiven], index) =>
            toAnswer(text, 1 + index, {
              ...(isGiven && {
                brandIds: oldIds,
                sentiments: oldIds.map(() => 25_000_000),
                givenBrandIds: oldIds,
              }),
            }),
          ),
          { brands: old, stored: null },
        );
        const scans = [storedScan(scanRules.current)];
        expect(
          await withMeasurements(stored, { brands: changed, stored: { brands: old, scans } }),
        ).toEqual(await withMeasurements(stored, { brands: changed, stored: null }));
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });
});

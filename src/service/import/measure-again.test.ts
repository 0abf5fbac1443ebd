import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import {
  acme,
  answer,
  bolt,
  client,
  crux,
  describeMeasuringAgain,
  load,
  prompt,
  scan,
  site,
  siteId,
  tenant,
  uuid,
} from '../../../tests/service/contract-measuring-again.ts';
import { scanRules } from '../records/scan.ts';
import { everyAnswerSearch } from '../store/answer-search.ts';
import type { BrandRecord, ScanRecord } from '../store/records.ts';
import type { RemeasurableAnswer, Remeasurement, Store } from '../store/store.ts';
import { measureAgain, type SiteToMeasure } from './measure-again.ts';

describeMeasuringAgain('memory', async () => createMemoryStore());

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

import { describe, expect, it, vi } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { remeasurableAnswersPerPage, type Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { waitOptions } from '../setup/wait-options.ts';

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const tenant = { accountId: defaultAccount.id, clientId: null };
export const siteId = uuid(2);
export const client = {
  type: 'client',
  id: uuid(1),
  name: 'Client',
  createdAt: '2026-03-01T10:00:00Z',
};
export const site = { ...client, type: 'site', id: siteId, clientId: uuid(1), name: 'Site' };
export const prompt = { type: 'prompt', id: uuid(5), siteId, text: 'Which one?' };
export const scan = (n: number) => ({
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
export const acme = brand(31, 'Acme', 'tracked');
export const bolt = brand(32, 'Bolt', 'competitor');
export const crux = brand(33, 'Crux', 'discovered');
export const answer = (n: number, run: number, more: object) => ({
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

export const load = (store: Store, ...records: object[]) =>
  importMeasurements(store, recordInput('week.ndjson', records));

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

/**
 * Tests that an import measures stored texts again where its brands change.
 * @param open opens an empty store
 */
export function describeMeasuringAgain(name: string, open: () => Promise<Store>): void {
  describe(`an import into ${name}`, () => {
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
      const renamed = recordInput('week.ndjson', [{ ...acme, name: 'Bolt' }, crux]);
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
      const source = recordInput('week', [
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
}

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { PromptPage } from '../../src/contract/sightline/prompts.ts';
import { PromptsReport } from '../../src/contract/sightline/prompts-report.ts';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import type { AnswerRecord } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { noClassifications } from '../setup/scopes.ts';
import { measured } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const { siteId, brands, scans, prompts } = measured;
const emptyCatalogue: Catalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
};
const promptIdOf = (n: number) => `0000000c-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createPrompt = (n: number, text: string) => ({
  id: promptIdOf(n),
  siteId,
  text,
  category: '',
  ...noClassifications,
  mentionsTracked: false,
  retired: false,
});
/** An answer to the nth prompt, mentioning the tracked brand if n is odd. */
const createAnswer = (n: number): AnswerRecord => ({
  siteId,
  scanId: scans.empty,
  promptId: promptIdOf(n),
  platform: 'claude_api',
  region: 'US',
  run: 1,
  brandIds: n % 2 ? [brands.acme] : [],
  sentiments: n % 2 ? [null] : [],
});

/** Adds prompts to the measured site, each with an answer in the newest completed scan, which has no others. */
async function openWithPrompts(texts: readonly string[]) {
  const store = createMemoryStore();
  const client = await openTestClient(store);
  const add = async (records: Partial<Catalogue>, answers: readonly AnswerRecord[] = []) => {
    const writer = await store.beginImport();
    await writer.writeCatalogue({ ...emptyCatalogue, ...records });
    await writer.writeAnswers(answers);
    await writer.commit();
  };
  const scan = await store.lookups.scans([scans.empty]);
  await add(
    { prompts: texts.map((text, n) => createPrompt(n, text)), scans: scan },
    texts.map((_, n) => createAnswer(n)),
  );
  const get = async (name: 'prompts' | 'promptsReport', search = '') =>
    (await client.callAs('agency', pathTo(name, { siteId }) + search)).json;
  return { add, get };
}

test('a report has the 200 prompts with the highest means, and counts the others', async () => {
  const texts = Array.from({ length: 251 }, (_, n) => `Prompt ${n % 7}`);
  const { get } = await openWithPrompts(texts);
  const report = v.parse(PromptsReport, await get('promptsReport', '?startDate=2026-01-05'));
  expect(report.series).toHaveLength(200);
  expect(report.more).toBe(51);
  const means = report.series.map(({ points }) => points.at(-1)?.value);
  expect(means).toEqual([...Array(125).fill(100), ...Array(75).fill(0)]);
  const ties = report.series.slice(0, 125).map(({ key, label }) => `${label} ${key}`);
  expect(ties).toEqual([...ties].sort());
});

test('paging through the prompts returns each of them once, even if one is added between two pages', async () => {
  const { add, get } = await openWithPrompts(['b', 'd', 'f', 'h', '￥', '👟']);
  const readTexts = async (limit: number, beforeSecondPage = async () => {}) => {
    const texts: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const search: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: PromptPage = v.parse(
        PromptPage,
        await get('prompts', `?limit=${limit}${search}`),
      );
      if (cursor === null) await beforeSecondPage();
      texts.push(...page.data.map(({ text }) => text));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return texts;
  };
  // Sorted by code units, which puts the shoe (two surrogates) before the full-width yen sign.
  const sorted = [expect.stringMatching(/^Are/), expect.stringMatching(/^How/)];
  sorted.push(...['b', 'd', 'f', 'h', '👟', '￥']);
  for (const limit of [1, 2, 3, 100]) expect(await readTexts(limit)).toEqual(sorted);
  const added = { ...createPrompt(7, 'c'), id: prompts.care.replace(/.$/, 'f') };
  const paged = await readTexts(3, () => add({ prompts: [added] }));
  expect(paged).toEqual([...sorted.slice(0, 3), 'c', ...sorted.slice(3)]);
});

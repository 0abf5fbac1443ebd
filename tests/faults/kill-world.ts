import { pathTo } from '../../src/contract/every-endpoint.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { createStrictService } from '../setup/strict-service.ts';

const uuid = (n: number) => `0c1dc1e5-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const timestamp = '2026-01-01T00:00:00.000Z';
const siteId = uuid(2);
/** A site whose recommendation gets no notes, so that its list of recommendations depends on the imports alone. */
const otherSiteId = uuid(3);
const brands = { tracked: uuid(4), competitor: uuid(5) };
const scans = [0, 1, 2];
const prompts = Array.from({ length: 100 }, (_, n) => n);
const platforms = ['chatgpt_app', 'gemini_app', 'perplexity_app', 'claude_api'];
const tagOf = (prompt: number) => (prompt % 2 === 0 ? 'even' : 'odd');

/** Each cycle has its own recommendation, so that lists of notes stay short. */
const recommendationOf = (cycle: number) => uuid(100_000 + cycle);
export const notesPathOf = (cycle: number) =>
  pathTo('notes', { siteId, recommendationId: recommendationOf(cycle) });

const answerId = answerIdOf({
  scanId: uuid(101),
  promptId: uuid(1_001),
  platform: 'gemini_app',
  region: 'US',
  run: 1,
});

/** Three timelines computed from tallies, one computed from answers, and reports and lists from Sightline's own API. */
export const viewPaths = [
  '?metric=sentiment',
  '?metric=shareOfVoice&groupBy=platform',
  '?metric=gap&groupBy=region',
  '?metric=visibility&tag=even',
]
  .map((search) => pathTo('timeline', { siteId }) + search)
  .concat([
    pathTo('matrix', { siteId }),
    pathTo('counts', { siteId }),
    // The limits put all entries on one page, because cursors differ between hosts.
    `${pathTo('prompts', { siteId })}?limit=100`,
    pathTo('promptsReport', { siteId }),
    `${pathTo('answers', { siteId })}?scanId=${uuid(101)}&platform=gemini_app&limit=100`,
    pathTo('answer', { siteId, answerId }),
    pathTo('sources', { siteId }),
    pathTo('sites', {}),
    pathTo('site', { siteId }),
    pathTo('overview', {}),
    pathTo('recommendations', { siteId: otherSiteId }),
    pathTo('scans', { siteId }),
  ]);

function answersOf(variant: number): object[] {
  // Variant 0 has all answers; later variants replace those of odd and even prompts in turn.
  const includedPrompts = prompts.filter((n) => variant === 0 || n % 2 === variant % 2);
  return scans.flatMap((scan) =>
    includedPrompts.flatMap((prompt) =>
      platforms.map((platform, index) => ({
        type: 'answer',
        scanId: uuid(100 + scan),
        promptId: uuid(1_000 + prompt),
        platform,
        region: 'US',
        text: `What ${platform} said in variant ${variant}.`,
        citations: [{ url: `https://source-${variant}.example/${prompt}` }],
        mentions: [
          { brandId: brands.tracked, sentiment: (variant * 7.3) % 100 },
          { brandId: brands.competitor },
        ].filter((_, brand) => (prompt + index + scan + variant * (brand + 1)) % (3 + brand) !== 0),
      })),
    ),
  );
}

/**
 * Creates the records of one variant. Consecutive variants differ in every timeline.
 * @param recommendationCount recommendations to declare for notes, one per cycle; none after the first import.
 */
export function recordsOf(variant: number, recommendationCount = 0): readonly object[] {
  return [
    { type: 'client', id: uuid(1), name: 'Client', createdAt: timestamp },
    { type: 'site', id: siteId, clientId: uuid(1), name: `Site ${variant}`, createdAt: timestamp },
    { type: 'site', id: otherSiteId, clientId: uuid(1), name: 'Other site', createdAt: timestamp },
    { type: 'recommendation', id: uuid(6), siteId: otherSiteId, title: `Title ${variant}` },
    ...Array.from({ length: recommendationCount }, (_, cycle) => ({
      type: 'recommendation',
      id: recommendationOf(cycle),
      siteId,
      title: `Cycle ${cycle}`,
    })),
    ...(['tracked', 'competitor'] as const).map((role) => ({
      type: 'brand',
      id: brands[role],
      siteId,
      name: `Brand ${role} ${variant}`,
      // Aliases change in some variants, so those imports also measure stored texts again.
      aliases: [`Alias ${variant % 3 === 1 ? variant : 0}`],
      role,
    })),
    ...prompts.map((n) => ({
      type: 'prompt',
      id: uuid(1_000 + n),
      siteId,
      text: `Prompt ${n}`,
      tags: [tagOf(n)],
    })),
    ...scans.map((n) => ({
      type: 'scan',
      id: uuid(100 + n),
      siteId,
      status: 'completed',
      createdAt: timestamp,
      // The completion time differs between variants, so that views without the tracked brand's name differ too.
      completedAt: new Date(Date.UTC(2026, 0, n + 1, 12, 0, variant % 3_600)).toISOString(),
    })),
    ...answersOf(variant),
  ];
}

/** Computes all views after an import of each variant in order, with the memory store. */
export async function computeViewsAfter(variants: readonly number[]): Promise<readonly string[]> {
  const store = createMemoryStore();
  for (const variant of variants) {
    await importMeasurements(store, recordInput(`variant ${variant}`, recordsOf(variant)));
  }
  const service = createStrictService(store, { clock: Date.now });
  const request = { name: 'k', account: null, client: null, scopes: [] };
  const { key } = await createAdministration(store).run('keys/create', request);
  const headers = { Authorization: `Bearer ${key}` };
  return Promise.all(
    viewPaths.map(async (path) =>
      (await service.fetch(new Request(`http://x${path}`, { headers }))).text(),
    ),
  );
}

/** Reports wrong totals of answers and texts, which percentages do not reveal. */
export async function findMiscounts(store: Store): Promise<readonly string[]> {
  const [account] = await store.lookups.accounts();
  const tenant = { accountId: account?.id ?? '', clientId: null };
  const countAnswers = async (tag: string[]) => {
    const { answers } = await store.timeline(tenant, siteId, { ...everyAnswerScope, tag });
    return answers.answers.reduce((sum, n) => sum + n, 0);
  };
  const expectedTotal = scans.length * prompts.length * platforms.length;
  const textCounts = await store.lookups.textCounts([siteId]);
  const textTotal = textCounts.reduce((sum, scan) => sum + scan.texts, 0);
  const talliedTotal = await countAnswers([]);
  const countedTotal = await countAnswers(['even', 'odd']);
  return [
    ...(talliedTotal === expectedTotal
      ? []
      : [`${talliedTotal} answers tallied, ${expectedTotal} measured`]),
    ...(textTotal === expectedTotal
      ? []
      : [`${textTotal} texts stored, ${expectedTotal} imported`]),
    ...(countedTotal === expectedTotal
      ? []
      : [`${countedTotal} answers counted, ${expectedTotal} measured`]),
  ];
}

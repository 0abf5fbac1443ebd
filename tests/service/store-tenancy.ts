import { beforeAll, describe, expect, test } from 'vitest';
import { readAnswerId } from '../../src/service/answers/answer-id.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import type { Store, Tenant } from '../../src/service/store/store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { type Branch, branches, type KeyName, keyPlans, now, unknownId } from './small-world.ts';
import type { TestClient } from './test-client.ts';

const wholePage = { after: null, limit: 100 };

/** The reads of a store, by name; each returns the number of a branch's records that a tenant gets. */
export const storeReads: Readonly<
  Record<string, (store: Store, tenant: Tenant, ids: Branch['ids']) => Promise<number>>
> = {
  clients: async (store, tenant, { clientId }) =>
    (await store.clients(tenant, wholePage)).filter(({ id }) => id === clientId).length,
  hasClient: async (store, tenant, { clientId }) =>
    clientId === null ? 0 : Number(await store.hasClient(tenant, clientId)),
  client: async (store, tenant, { clientId }) =>
    clientId === null ? 0 : Number((await store.client(tenant, clientId)) !== null),
  sites: async (store, tenant, { clientId }) =>
    clientId === null ? 0 : (await store.sites(tenant, clientId, wholePage)).length,
  site: async (store, tenant, { siteId }) => Number((await store.site(tenant, siteId)) !== null),
  listedSites: async (store, tenant, { siteId }) =>
    (await store.listedSites(tenant, [], wholePage)).filter(({ id }) => id === siteId).length,
  'listedSites by words': async (store, tenant, { siteId }) =>
    (await store.listedSites(tenant, ['mark', 'site'], wholePage)).filter(({ id }) => id === siteId)
      .length,
  listedSite: async (store, tenant, { siteId }) =>
    Number((await store.listedSite(tenant, siteId)) !== null),
  branding: async (store, tenant, { siteId }) =>
    Number((await store.branding(tenant, siteId)) !== null),
  overview: async (store, tenant, { siteId }) =>
    (await store.overview(tenant, wholePage, 10)).filter(({ id }) => id === siteId).length,
  prompt: async (store, tenant, { siteId, promptId }) =>
    Number((await store.prompt(tenant, siteId, promptId)) !== null),
  prompts: async (store, tenant, { siteId }) =>
    (await store.prompts(tenant, siteId, [], wholePage)).length,
  'prompts by words': async (store, tenant, { siteId }) =>
    (await store.prompts(tenant, siteId, ['mark', 'prompt'], wholePage)).length,
  setupPrompts: async (store, tenant, { siteId }) =>
    (await store.setupPrompts(tenant, siteId)).length,
  promptTexts: async (store, tenant, { siteId }) => (await store.promptTexts(tenant, siteId)).size,
  scan: async (store, tenant, { siteId, scanId }) =>
    Number((await store.scan(tenant, siteId, scanId)) !== null),
  scans: async (store, tenant, { siteId }) => (await store.scans(tenant, siteId, wholePage)).length,
  models: async (store, tenant, { siteId }) =>
    (await store.models(tenant, siteId, everyAnswerScope)).size,
  filterValues: async (store, tenant, { siteId }) =>
    (await store.filterValues(tenant, siteId, null))?.platforms.length ?? 0,
  'filter values of a scan': async (store, tenant, { siteId, scanId }) =>
    (await store.filterValues(tenant, siteId, scanId))?.platforms.length ?? 0,
  timeline: async (store, tenant, { siteId }) =>
    (await store.timeline(tenant, siteId, everyAnswerScope)).scans.length,
  'timeline by prompt': async (store, tenant, { siteId }) =>
    (await store.timeline(tenant, siteId, { ...everyAnswerScope, groupBy: 'prompt' })).scans.length,
  counts: async (store, tenant, { siteId }) =>
    (await store.counts(tenant, siteId, everyAnswerScope)).scans.length,
  answers: async (store, tenant, { siteId }) =>
    (await store.answers(tenant, siteId, everyAnswerSearch, wholePage)).length,
  firstAnswers: async (store, tenant, { siteId }) =>
    (await store.firstAnswers(tenant, siteId, everyAnswerSearch, 1)).total ?? 0,
  answer: async (store, tenant, { siteId, answerId }) => {
    const answerKey = readAnswerId(answerId);
    return Number(answerKey !== null && (await store.answer(tenant, siteId, answerKey)) !== null);
  },
  sources: async (store, tenant, { siteId }) =>
    (await store.sources(tenant, siteId, everyAnswerScope)).answers,
  pages: async (store, tenant, { siteId }) => {
    const domains = Object.values(branches).map(({ marker }) => `${marker}.example`);
    return (await store.pages(tenant, siteId, everyAnswerScope, domains)).pages.length;
  },
  searches: async (store, tenant, { siteId }) =>
    (await store.searches(tenant, siteId, everyAnswerScope)).answers,
  recommendations: async (store, tenant, { siteId }) =>
    (await store.recommendations(tenant, siteId, wholePage)).length,
  recommendation: async (store, tenant, { siteId, recommendationId }) =>
    Number((await store.recommendation(tenant, siteId, recommendationId)) !== null),
  notes: async (store, tenant, { siteId, recommendationId }) =>
    (await store.notes(tenant, siteId, recommendationId)).length,
  'scans in the ledger': async ({ ledger }, tenant, { siteId }) =>
    (await ledger.scans(tenant, siteId, wholePage)).length,
  'scan in the ledger': async ({ ledger }, tenant, { siteId, scanId }) =>
    Number((await ledger.scan(tenant, siteId, scanId)) !== null),
  newestScanId: async ({ ledger }, tenant, { siteId }) =>
    Number((await ledger.newestScanId(tenant, siteId)) !== null),
  runningScans: async ({ ledger }, tenant, { siteId }) =>
    (await ledger.runningScans(tenant)).filter((scan) => scan.siteId === siteId).length,
  progress: async ({ ledger }, tenant, { siteId, scanId }) =>
    (await ledger.progress(tenant, siteId, [scanId])).length,
  rawResponse: async ({ ledger }, tenant, { siteId, scanId }) =>
    Number((await ledger.rawResponse(tenant, siteId, scanId, 0)) !== null),
  'a page of notes': async (store, tenant, { siteId, recommendationId }) =>
    (await store.notes(tenant, siteId, recommendationId, wholePage)).length,
};

/** Makes the ledger's scan of each branch one that runs. */
export async function resumeLedgerScans({ ledger }: Store): Promise<void> {
  for (const { accountId, ids } of Object.values(branches))
    await ledger.addStep({ accountId, siteId: ids.siteId, id: ids.scanId }, 'retrying', now);
}

/** Keys with access, without those that have the tenant of `agency`. */
const keysWithAccess = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length > 0 && name !== 'readonly' && name !== 'unpaid',
);

/**
 * Tests the store itself, without the service's checks: adding notes, and every read for every tenant with every
 * branch's IDs.
 */
export function describeStoreTenancy(client: () => TestClient): void {
  describe('in the store itself,', () => {
    beforeAll(() => resumeLedgerScans(client().store));

    test('a tenant can add a note to its own recommendation', async () => {
      for (const [n, { ids, accountId }] of Object.values(branches).entries()) {
        const { siteId, recommendationId } = ids;
        const activityId = `0000000a-0000-4000-8000-${String(n).padStart(12, '0')}`;
        const note = {
          activityId,
          siteId,
          recommendationId,
          body: 'Kept.',
          createdAt: now,
          author: 'Key',
          authorKeyId: null,
          audience: 'client' as const,
        };
        const tenant = { accountId, clientId: ids.clientId };
        expect(await client().store.addNote(tenant, note)).toContainEqual(note);
      }
    });

    test('a tenant cannot add a note to another tenant’s recommendation', async () => {
      const { ids } = branches.first;
      const { siteId, recommendationId } = ids;
      const note = {
        activityId: unknownId,
        siteId,
        recommendationId,
        body: 'No.',
        createdAt: now,
        author: 'Key',
        authorKeyId: null,
        audience: 'client' as const,
      };
      for (const { accountId } of [branches.other, branches.business, branches.sample]) {
        expect(await client().store.addNote({ accountId, clientId: null }, note)).toBe('absent');
      }
      const tenant = { accountId: branches.first.accountId, clientId: ids.clientId };
      const notes = await client().store.notes(tenant, siteId, recommendationId);
      expect(notes.map(({ body }) => body)).not.toContain('No.');
    });

    test.each([
      ['agency', 3],
      ['client', 1],
      ['other', 1],
      ['business', 0],
    ] as const)('the tenant of the key %s counts its own clients, %d', async (name, count) => {
      const plan: { accountId: string; clientId?: string | null } = keyPlans[name];
      const tenant = { accountId: plan.accountId, clientId: plan.clientId ?? null };
      expect(await client().store.clientCount(tenant)).toBe(count);
    });

    test.each([
      'prompt',
      'scan',
      'filter values of a scan',
      'answer',
      'recommendation',
      'notes',
      'a page of notes',
      'scan in the ledger',
      'progress',
      'rawResponse',
    ])('the read %s returns nothing for IDs of another site', async (name) => {
      let readCount = 0;
      for (const { accountId, ids } of Object.values(branches)) {
        for (const other of Object.values(branches)) {
          if (other.ids.siteId === ids.siteId) continue;
          const mixed = { ...other.ids, siteId: ids.siteId };
          const tenant = { accountId, clientId: null };
          expect(await storeReads[name]?.(client().store, tenant, mixed)).toBe(0);
          readCount += 1;
        }
      }
      expect(readCount).toBeGreaterThan(20);
    });

    test.each(Object.keys(storeReads))(
      'the read %s returns no records of another tenant',
      async (name) => {
        const counts = { own: 0, foreign: 0 };
        for (const key of keysWithAccess) {
          const plan: { accountId: string; clientId?: string | null; sees: readonly string[] } =
            keyPlans[key];
          const tenant = { accountId: plan.accountId, clientId: plan.clientId ?? null };
          for (const [branch, { ids }] of Object.entries(branches)) {
            const isOwn = plan.sees.includes(branch);
            counts[isOwn ? 'own' : 'foreign'] +=
              (await storeReads[name]?.(client().store, tenant, ids)) ?? 0;
          }
        }
        expect(counts.foreign).toBe(0);
        expect(counts.own).toBeGreaterThan(5);
      },
    );
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { maxListedDomainsOf } from '../../src/service/store/source-rows.ts';
import type { AnswerRecord, Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { branches } from './small-world.ts';
import { openTestClient, type TestClient } from './test-client.ts';

const { accountId, brandId, ids } = branches.second;
const { siteId, scanId, promptId } = ids;
const tenant = { accountId, clientId: null };

test.each([
  [0, 500],
  [1, 500],
  [500, 500],
  [1_000, 250],
  [5_580, 44],
  [1_000_000, 1],
])('over %i scans, at most %i domains are listed', (scans, domains) => {
  expect(maxListedDomainsOf(scans)).toBe(domains);
});

/** Builds an answer from each pair: the domains that it cites, and whether it mentions the tracked brand. */
const createAnswersCiting = (cited: readonly (readonly [string[], boolean])[]): AnswerRecord[] =>
  cited.map(([domains, isNamed], n) => ({
    siteId,
    scanId,
    promptId,
    platform: 'claude_api',
    region: 'US',
    run: n + 1,
    ...(isNamed ? { brandIds: [brandId], sentiments: [null] } : { brandIds: [], sentiments: [] }),
    domains,
  }));

/** Replaces the branch's tracked brand, scan and answers, and adds a competitor. */
async function replaceBranch(
  store: Store,
  ownDomains: string[],
  rivalDomains: string[],
  answers: AnswerRecord[],
) {
  const [scan] = await store.lookups.scans([scanId]);
  const [brand] = await store.lookups.brandsById([brandId]);
  if (!scan || !brand) throw new Error('The small world has no such branch.');
  const competitor = { ...brand, id: ids.recommendationId, name: 'Rival', domains: rivalDomains };
  const writer = await store.beginImport();
  await writer.writeCatalogue({
    accounts: [],
    clients: [],
    sites: [],
    prompts: [],
    scans: [scan],
    recommendations: [],
    brands: [
      { ...brand, domains: ownDomains },
      { ...competitor, role: 'competitor' },
    ],
  });
  await writer.writeAnswers(answers);
  await writer.commit();
}

let dataDir = '';
const clients: TestClient[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  for (const store of [createMemoryStore(), await openClickHouse({ dataDir })]) {
    clients.push(await openTestClient(store));
  }
});
afterAll(async () => {
  for (const { service, store } of clients) {
    await service.close();
    await store.close();
  }
  await rm(dataDir, { recursive: true, force: true });
});

test('only the most cited domains are listed, but the brand’s unlisted domains still count', async () => {
  const domains = Array.from({ length: 600 }, (_, n) => `d${n}.example`);
  const answers = createAnswersCiting([
    [[...domains, 'ü.example', 'own.example', 'own.other'], false],
    [['own.other'], false],
    [['z.example', 'z.example', 'd599.example'], true],
  ]);
  for (const { store, callAs } of clients) {
    await replaceBranch(store, ['own.example', 'own.other'], [], answers);
    const report = await store.sources(tenant, siteId, everyAnswerScope);
    expect(report).toMatchObject({ answers: 3, answersWithSources: 3, domainCount: 604 });
    expect(report.citedNotNamed).toBe(2);
    const { json } = await callAs('agency', pathTo('sources', { siteId }));
    expect(json).toMatchObject({ more: 104, citedOwn: 2, citedNotNamed: 2 });
    const listed = report.domains.map(({ domain }) => domain);
    const first = ['d599.example', 'own.other', 'z.example'];
    expect(listed).toEqual([...first, ...domains.slice(0, 599).sort().slice(0, 497)]);
  }
});

test.each<[string, string[], string[], [cited: number, notNamed: number]]>([
  ['no domain', [], [], [0, 0]],
  ['a domain that is not registrable', ['shop.brand.example'], [], [0, 0]],
  ['one domain', ['brand.example'], [], [2, 1]],
  ['two domains that one answer cites', ['brand.example', 'brand.other'], [], [3, 2]],
  ['the parent of cited domains', ['pages.example'], [], [3, 2]],
  ['a domain with a subdomain that a rival owns', ['pages.example'], ['b.pages.example'], [2, 1]],
  ['the same domain as a rival', ['brand.example'], ['brand.example'], [2, 1]],
])(
  'for a brand that owns %s, a report counts the answers that cite its domains, and those of them that do not name it',
  async (_, ownDomains, rivalDomains, expected) => {
    const answers = createAnswersCiting([
      [['brand.example', 'brand.other', 'brand.example'], false],
      [['brand.other', 'a.pages.example'], false],
      [['b.pages.example', 'notbrand.example'], false],
      [['brand.example', 'a.pages.example'], true],
      [[], false],
    ]);
    for (const { store } of clients) {
      await replaceBranch(store, ownDomains, rivalDomains, answers);
      const report = await store.sources(tenant, siteId, everyAnswerScope);
      const { citedOwn, citedNotNamed } = report;
      expect([store.name, citedOwn, citedNotNamed]).toEqual([store.name, ...expected]);
      expect(report).toMatchObject({ answers: 5, answersWithSources: 4, domainCount: 5 });
    }
  },
);

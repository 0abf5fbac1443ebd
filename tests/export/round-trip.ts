import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupings, metrics } from '../../src/contract/enums.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { digestOf, makeKey, prefixOf } from '../../src/service/access/keys.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { createService } from '../../src/service/app.ts';
import type { ExportCounts } from '../../src/service/export/export-records.ts';
import type { Store } from '../../src/service/store/store.ts';
import { exportedCounts, ids, loadExportWorld } from './export-world.ts';

const now = Date.parse('2026-04-01T00:00:00Z');

async function createKey(store: Store): Promise<string> {
  const key = makeKey();
  await store.putKeys({
    id: '00000000-0000-4000-8000-00000000ffff',
    digest: digestOf(key),
    prefix: prefixOf(key),
    name: 'Reader',
    accountId: ids.account,
    clientId: null,
    scopes: [],
    sample: false,
    createdAt: 0,
    revokedAt: null,
    expiresAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    share: null,
    lastUsedAt: null,
  });
  return key;
}

const dates = 'startDate=2026-03-01&endDate=2026-03-31';

/** Reads of a site that show everything about it except its answers one by one. */
function pathsOfSite(siteId: string): string[] {
  const reports = metrics.flatMap((metric) =>
    groupings.map((groupBy) => `metric=${metric}&groupBy=${groupBy}&${dates}`),
  );
  return [
    pathTo('filters', { siteId }),
    ...reports.map((query) => `${pathTo('timeline', { siteId })}?${query}`),
    ...reports.map((query) => `${pathTo('timeline', { siteId })}?${query}&tag=oak`),
    ...metrics.map((metric) => `${pathTo('matrix', { siteId })}?metric=${metric}&${dates}`),
    pathTo('site', { siteId }),
    pathTo('counts', { siteId }),
    pathTo('sources', { siteId }),
    pathTo('domains', { siteId }),
    `${pathTo('pages', { siteId })}?domain=acme.example`,
    pathTo('recommendations', { siteId }),
    pathTo('prompts', { siteId }),
    pathTo('promptsReport', { siteId }),
    pathTo('answers', { siteId }),
  ];
}

const { site } = ids;
const ownPaths = [
  '/v1/clients',
  pathTo('clientSites', { clientId: ids.client }),
  pathTo('sites', {}),
  pathTo('overview', {}),
  ...Object.values(ids.scans)
    .filter((scanId) => scanId !== ids.scans.other)
    .map((scanId) => pathTo('scan', { siteId: site, scanId })),
  ...[ids.prompts.first, ids.prompts.second].map((promptId) =>
    pathTo('prompt', { siteId: site, promptId }),
  ),
  ...[ids.recommendations.noted, ids.recommendations.plain].map((recommendationId) =>
    pathTo('recommendationNotes', { siteId: site, recommendationId }),
  ),
  ...[1, 2, 3].map((run) => {
    const identity = { scanId: ids.scans.full, promptId: ids.prompts.second, run };
    const answerId = answerIdOf({ ...identity, platform: 'claude_api', region: 'US' });
    return pathTo('answer', { siteId: site, answerId });
  }),
];

const everyPath = [
  ...ownPaths,
  ...[ids.site, ids.otherSite, ids.inactiveSite].flatMap(pathsOfSite),
];

/**
 * Leaves out the rules that measured a scan without stored texts, since an import with the mentions of its answers cannot
 * know them.
 */
function withoutUnknownRules(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { rules, ...rest } = Object.assign({ rules: null }, value);
  return Object.values(rest).includes(ids.scans.textless) ? rest : value;
}

/** Reads everything that `everyPath` lists with a key of the whole account, by path. */
async function readEverything(store: Store): Promise<ReadonlyMap<string, unknown>> {
  const headers = { Authorization: `Bearer ${await createKey(store)}` };
  const service = createService({
    store,
    clock: () => now,
    cursorSecret: new Uint8Array(32).fill(1),
    mayUseSampleKeys: () => false,
    onError: ({ error }) => {
      throw error;
    },
  });
  const responses = new Map<string, unknown>();
  for (const path of everyPath) {
    const response = await service.fetch(new Request(`http://service.test${path}`, { headers }));
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
    responses.set(path, JSON.parse(await response.text(), withoutUnknownRules));
  }
  await service.close();
  return responses;
}

/** Tests that exports of a store can be imported, with the same result in every read. */
export function describeExport(name: string, openStore: () => Promise<Store>): void {
  describe(`an export from the ${name} store`, () => {
    let folder: string;
    let counts: ExportCounts;
    const pathOf = (file: string) => join(folder, file);
    const readText = (file: string) => readFile(pathOf(file), 'utf8');
    /** What reads return of the original, after its own export was imported into it, and of the copy. */
    let original: ReadonlyMap<string, unknown>;
    let unchanged: ReadonlyMap<string, unknown>;
    let copy: ReadonlyMap<string, unknown>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sightline-export-'));
      const client = { kind: 'client', id: ids.client } as const;
      // A process can have only one store of the in-process engine open.
      const originalStore = await openStore();
      await loadExportWorld(originalStore);
      const { run } = createAdministration(originalStore);
      original = await readEverything(originalStore);
      await run('export', { ...client, path: pathOf('client.ndjson.gz') });
      ({ counts } = await run('export', { ...client, path: pathOf('client.ndjson') }));
      await run('export', { kind: 'site', id: ids.otherSite, path: pathOf('site.ndjson') });
      await run('import', { path: pathOf('client.ndjson'), account: null });
      unchanged = await readEverything(originalStore);
      await originalStore.close();

      const copyStore = await openStore();
      const copyAdministration = createAdministration(copyStore);
      await copyAdministration.run('import', { path: pathOf('client.ndjson.gz'), account: null });
      copy = await readEverything(copyStore);
      await copyAdministration.run('export', { ...client, path: pathOf('copy.ndjson') });
      await copyStore.close();
    }, 60_000);
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('contains every record, however many a scan, a site or a recommendation has', async () => {
      expect(counts).toEqual(exportedCounts);
      const lines = new Set((await readText('client.ndjson')).trimEnd().split('\n'));
      expect(lines.size).toBe(Object.values(exportedCounts).reduce((sum, n) => sum + n, 0));
    });

    it('gives every read the same result after it is imported into an empty store', () => {
      for (const [path, response] of original)
        expect([path, copy.get(path)]).toEqual([path, response]);
    });

    it('changes nothing when it is imported into the store that it comes from', () => {
      for (const [path, response] of original)
        expect([path, unchanged.get(path)]).toEqual([path, response]);
    });

    it('is the same when the imported copy is exported', async () => {
      const lines = (await readText('client.ndjson')).split('\n');
      expect((await readText('copy.ndjson')).split('\n')).toEqual(lines);
    });

    it('of a site contains that site, its client and its account only', async () => {
      const lines = (await readText('site.ndjson')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).type)).toEqual([
        'account',
        'client',
        'site',
        'brand',
        'prompt',
        'scan',
        'answer',
      ]);
    });

    it('leaves no other file behind', async () => {
      expect((await readdir(folder)).toSorted()).toEqual([
        'client.ndjson',
        'client.ndjson.gz',
        'copy.ndjson',
        'site.ndjson',
      ]);
    });
  });
}

import * as v from 'valibot';
import { type CatalogueTable, type RecordIn, storedSchemaOf } from '../../../records/catalogue.ts';
import { NoteRecord, RemovedRecord } from '../../records.ts';
import type { TextCount } from '../../scan-rows.ts';
import type { ImportLookups, SpaceForMeasuring, StoredNote } from '../../store.ts';
import type { Engine, Params } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';
import type { Layout } from '../engine/layout.ts';
import { selectNewest, selectNotes } from '../engine/schema.ts';
import { readFormerOwners } from '../former-owners.ts';
import { readPendingSites, readSpaceForMeasuring } from './measuring.ts';
import { readTextCounts } from './remeasurable-answers.ts';

const StoredNoteRow = v.object({
  id: v.string(),
  ...v.pick(NoteRecord, ['recommendationId', 'audience']).entries,
});
const IdRow = v.object({ id: v.string() });
const OwnedClientRow = v.object({ id: v.string(), accountId: v.string() });

const ofSites = 'siteId IN {ids:Array(UUID)}';
const recordsOfSites = (['brands', 'prompts', 'scans', 'recommendations'] as const)
  .map(
    (table) =>
      `SELECT '${table}' AS table, id, siteId AS ownerId FROM ${selectNewest(table, ofSites)}`,
  )
  .join(' UNION ALL ');

const givenPrompts = selectNewest('prompts', 'id IN {ids:Array(UUID)}');
const answeredPrompts = `SELECT id FROM ${givenPrompts} WHERE (siteId, number) IN (
    SELECT DISTINCT siteId, prompt FROM answers
    WHERE (siteId, prompt) IN (SELECT siteId, number FROM ${givenPrompts})
      AND (siteId, scan, import) IN (SELECT siteId, number, import
        FROM ${selectNewest('scans', `siteId IN (SELECT siteId FROM ${givenPrompts})`)}))`;

/** Creates reads across tenants, for imports and other operator commands. */
export function createLookups(
  engine: Engine,
  layout: Layout,
  requireNewestVersion: () => Promise<number>,
): ImportLookups {
  const readRows = <T extends CatalogueTable>(
    table: T,
    where: string,
    params: Params,
  ): Promise<RecordIn<T>[]> =>
    engine.rows(storedSchemaOf(table), `SELECT * FROM ${selectNewest(table, where)}`, params);
  /** Creates a lookup from a read of few IDs. */
  const inSlices =
    <R>(read: (params: Params) => Promise<readonly R[]>) =>
    async (ids: readonly string[]): Promise<R[]> => {
      const records: R[] = [];
      for (const slice of slicesOfIds(ids)) {
        const params = { ids: slice, version: await requireNewestVersion() };
        for (const record of await read(params)) records.push(record);
      }
      return records;
    };
  const createReader = <T extends CatalogueTable>(
    table: T,
    column: 'id' | 'siteId' | 'accountId' = 'id',
  ) => inSlices((params) => readRows(table, `${column} IN {ids:Array(UUID)}`, params));
  const scansOfSites = createReader('scans', 'siteId');
  return {
    accounts: async () => readRows('accounts', 'true', { version: await requireNewestVersion() }),
    clients: createReader('clients'),
    clientsOfAccounts: inSlices((params) =>
      engine.rows(
        OwnedClientRow,
        `SELECT id, accountId FROM ${selectNewest('clients', 'accountId IN {ids:Array(UUID)}')}`,
        params,
      ),
    ),
    sites: createReader('sites'),
    sitesOfAccounts: createReader('sites', 'accountId'),
    recordsOfSites: inSlices((params) => engine.rows(RemovedRecord, recordsOfSites, params)),
    scans: createReader('scans'),
    scansOfSites,
    async textCounts(siteIds) {
      const counts: TextCount[] = [];
      // Counting takes three times as long as finding out that a new site has no scans.
      const sitesWithScans = new Set((await scansOfSites(siteIds)).map(({ siteId }) => siteId));
      for (const id of sitesWithScans)
        counts.push(...(await readTextCounts(engine, id, await requireNewestVersion())));
      return counts;
    },
    brandsById: createReader('brands'),
    brandsOfSites: createReader('brands', 'siteId'),
    prompts: createReader('prompts'),
    promptsOfSites: createReader('prompts', 'siteId'),
    answeredPrompts: inSlices((params) => engine.rows(IdRow, answeredPrompts, params)),
    recommendations: createReader('recommendations'),
    async formerOwners(ids) {
      await requireNewestVersion();
      return readFormerOwners(engine, ids);
    },
    async notesOfRecommendations(ids) {
      const notes: StoredNote[] = [];
      for (const slice of slicesOfIds(ids)) {
        const rows = await engine.rows(
          StoredNoteRow,
          `SELECT activityId AS id, recommendationId, audience
           FROM ${selectNotes('recommendationId IN {ids:Array(UUID)}')}`,
          { ids: slice, version: await requireNewestVersion() },
        );
        for (const row of rows) notes.push(row);
      }
      return notes;
    },
    pendingSites: async (ids) => readPendingSites(engine, ids, await requireNewestVersion()),
    async spaceForMeasuring(siteIds) {
      await requireNewestVersion();
      const spaces: SpaceForMeasuring[] = [];
      for (const id of siteIds) spaces.push(await readSpaceForMeasuring(engine, layout, id));
      return spaces;
    },
  };
}

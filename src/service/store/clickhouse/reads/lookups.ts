import * as v from 'valibot';
import { type CatalogueTable, catalogueRecords, type RecordIn } from '../../records.ts';
import type { TextCount } from '../../scan-rows.ts';
import type { ImportLookups, SpaceForMeasuring } from '../../store.ts';
import type { Engine, Params } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { selectNewest, visibleNote } from '../engine/schema.ts';
import { readPendingSites, readSpaceForMeasuring } from './measuring.ts';
import { readTextCounts } from './remeasurable-answers.ts';

const NoteIdRow = v.object({ id: v.string(), recommendationId: v.string() });
const IdRow = v.object({ id: v.string() });

/** Few enough for a server, which accepts parameters of up to 128 KiB. */
const idsPerStatement = 2_000;

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
    engine.rows(catalogueRecords[table], `SELECT * FROM ${selectNewest(table, where)}`, params);
  const createReader =
    <T extends CatalogueTable>(table: T, column: 'id' | 'siteId' = 'id') =>
    async (ids: readonly string[]): Promise<RecordIn<T>[]> => {
      const records: RecordIn<T>[] = [];
      for (let start = 0; start < ids.length; start += idsPerStatement) {
        const slice = ids.slice(start, start + idsPerStatement);
        const params = { ids: slice, version: await requireNewestVersion() };
        const where = `${column} IN {ids:Array(UUID)}`;
        for (const record of await readRows(table, where, params)) records.push(record);
      }
      return records;
    };
  return {
    accounts: async () => readRows('accounts', 'true', { version: await requireNewestVersion() }),
    clients: createReader('clients'),
    accountsWithClients: async (ids) =>
      engine.rows(
        IdRow,
        `SELECT DISTINCT accountId AS id FROM ${selectNewest('clients', 'accountId IN {ids:Array(UUID)}')}`,
        { ids, version: await requireNewestVersion() },
      ),
    sites: createReader('sites'),
    scans: createReader('scans'),
    scansOfSites: createReader('scans', 'siteId'),
    async textCounts(siteIds) {
      const counts: TextCount[] = [];
      for (const id of siteIds)
        counts.push(...(await readTextCounts(engine, id, await requireNewestVersion())));
      return counts;
    },
    brandsById: createReader('brands'),
    brandsOfSites: createReader('brands', 'siteId'),
    prompts: createReader('prompts'),
    promptsOfSites: createReader('prompts', 'siteId'),
    recommendations: createReader('recommendations'),
    async notesOfRecommendations(ids) {
      const notes: v.InferOutput<typeof NoteIdRow>[] = [];
      for (let start = 0; start < ids.length; start += idsPerStatement) {
        const rows = await engine.rows(
          NoteIdRow,
          `SELECT activityId AS id, recommendationId FROM notes
           WHERE recommendationId IN {ids:Array(UUID)} AND ${visibleNote}`,
          { ids: ids.slice(start, start + idsPerStatement), version: await requireNewestVersion() },
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

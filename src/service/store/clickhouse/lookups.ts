import { type CatalogueTable, catalogueRecords, type RecordIn } from '../records.ts';
import type { TextCount } from '../scan-rows.ts';
import type { ImportLookups } from '../store.ts';
import type { Engine, Params } from './engine.ts';
import { readTextCounts } from './kept-answers.ts';
import { newest } from './schema.ts';

/** A server accepts parameters of up to 128 KiB. */
const idsPerStatement = 2_000;

/** Reads across tenants, by ID, for the operator's imports. */
export function createLookups(engine: Engine, version: () => Promise<number>): ImportLookups {
  const rows = <T extends CatalogueTable>(
    table: T,
    where: string,
    params: Params,
  ): Promise<RecordIn<T>[]> =>
    engine.rows(catalogueRecords[table], `SELECT * FROM ${newest(table, where)}`, params);
  const byColumn =
    <T extends CatalogueTable>(table: T, column: 'id' | 'siteId' = 'id') =>
    async (ids: readonly string[]): Promise<RecordIn<T>[]> => {
      const found: RecordIn<T>[] = [];
      for (let start = 0; start < ids.length; start += idsPerStatement) {
        const slice = ids.slice(start, start + idsPerStatement);
        const params = { ids: slice, version: await version() };
        const where = `${column} IN {ids:Array(UUID)}`;
        for (const row of await rows(table, where, params)) found.push(row);
      }
      return found;
    };
  return {
    accounts: async () => rows('accounts', 'true', { version: await version() }),
    clients: byColumn('clients'),
    sites: byColumn('sites'),
    scans: byColumn('scans'),
    scansOfSites: byColumn('scans', 'siteId'),
    async textCounts(siteIds) {
      const counts: TextCount[] = [];
      for (const id of siteIds) counts.push(...(await readTextCounts(engine, id, await version())));
      return counts;
    },
    brandsById: byColumn('brands'),
    brandsOfSites: byColumn('brands', 'siteId'),
    prompts: byColumn('prompts'),
    promptsOfSites: byColumn('prompts', 'siteId'),
    recommendations: byColumn('recommendations'),
  };
}

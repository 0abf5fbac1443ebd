import type * as v from 'valibot';
import type { ImportLookups } from '../store.ts';
import type { Engine } from './engine.ts';
import {
  AccountRow,
  BrandRow,
  ClientRow,
  newest,
  PromptRow,
  RecommendationRow,
  ScanRow,
  SiteRow,
} from './schema.ts';

/** A server takes parameters of 128 KiB at most. */
const idsAStatement = 2_000;

/** The operator's reads for an import: by id, across tenants. */
export function lookupsOver(engine: Engine, version: () => Promise<number>): ImportLookups {
  const byColumn =
    <S extends v.GenericSchema>(schema: S, table: string, column: 'id' | 'siteId') =>
    async (ids: readonly string[]): Promise<v.InferOutput<S>[]> => {
      const found: v.InferOutput<S>[] = [];
      for (let start = 0; start < ids.length; start += idsAStatement) {
        const params = {
          ids: ids.slice(start, start + idsAStatement),
          version: await version(),
        };
        const sql = `SELECT * FROM ${newest(table, `${column} IN {ids:Array(UUID)}`)}`;
        for (const row of await engine.rows(schema, sql, params)) found.push(row);
      }
      return found;
    };
  return {
    accounts: async () =>
      engine.rows(AccountRow, `SELECT * FROM ${newest('accounts', 'true')}`, {
        version: await version(),
      }),
    clients: byColumn(ClientRow, 'clients', 'id'),
    sites: byColumn(SiteRow, 'sites', 'id'),
    scans: byColumn(ScanRow, 'scans', 'id'),
    brandsById: byColumn(BrandRow, 'brands', 'id'),
    brandsOfSites: byColumn(BrandRow, 'brands', 'siteId'),
    prompts: byColumn(PromptRow, 'prompts', 'id'),
    promptsOfSites: byColumn(PromptRow, 'prompts', 'siteId'),
    recommendations: byColumn(RecommendationRow, 'recommendations', 'id'),
  };
}

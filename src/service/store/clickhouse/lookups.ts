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

/** The operator's reads for an import: by id, across tenants. */
export function lookupsOver(engine: Engine, version: () => Promise<number>): ImportLookups {
  const byColumn =
    <S extends v.GenericSchema>(schema: S, table: string, column: 'id' | 'siteId') =>
    async (ids: readonly string[]): Promise<v.InferOutput<S>[]> =>
      ids.length === 0
        ? []
        : engine.rows(schema, `SELECT * FROM ${newest(table, `${column} IN {ids:Array(UUID)}`)}`, {
            ids,
            version: await version(),
          });
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

import type * as v from 'valibot';
import {
  AccountRecord,
  BrandRecord,
  ClientRecord,
  PromptRecord,
  RecommendationRecord,
  ScanRecord,
  SiteRecord,
} from '../records.ts';
import type { ImportLookups } from '../store.ts';
import type { Engine } from './engine.ts';
import { newest } from './schema.ts';

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
      engine.rows(AccountRecord, `SELECT * FROM ${newest('accounts', 'true')}`, {
        version: await version(),
      }),
    clients: byColumn(ClientRecord, 'clients', 'id'),
    sites: byColumn(SiteRecord, 'sites', 'id'),
    scans: byColumn(ScanRecord, 'scans', 'id'),
    brandsById: byColumn(BrandRecord, 'brands', 'id'),
    brandsOfSites: byColumn(BrandRecord, 'brands', 'siteId'),
    prompts: byColumn(PromptRecord, 'prompts', 'id'),
    promptsOfSites: byColumn(PromptRecord, 'prompts', 'siteId'),
    recommendations: byColumn(RecommendationRecord, 'recommendations', 'id'),
  };
}

import * as v from 'valibot';
import { byClassificationField, classificationFields } from '../../../contract/classifications.ts';
import {
  ClientRecord,
  LabelledValues,
  PromptRecord,
  RecommendationRecord,
  ScanRecord,
  SiteRecord,
} from '../records.ts';
import type { PageRequest, Tenant, Vocabulary } from '../store.ts';
import type { Engine, Params } from './engine.ts';
import { newest, tenantSite } from './schema.ts';
import { tenantParams } from './site-catalogue.ts';

const IdRow = v.object({ id: v.string() });

/** Newest first by `createdAt`, then id descending. */
const pageOrder = 'ORDER BY createdAt DESC, toString(id) DESC';
const pageStart = (page: PageRequest) =>
  page.after === null ? '' : 'AND (createdAt, toString(id)) < ({afterAt:Int64}, {afterId:String})';

const pageParams = (page: PageRequest): Params => ({
  limit: page.limit,
  ...(page.after === null ? {} : { afterAt: page.after.createdAt, afterId: page.after.id }),
});

const ofAccount = 'accountId = {account:UUID}';
const visibleClient = '({client:Nullable(UUID)} IS NULL OR id = {client:Nullable(UUID)})';
const visibleSite = '({client:Nullable(UUID)} IS NULL OR clientId = {client:Nullable(UUID)})';

/**
 * One page of an account's rows that meet `where`. The page is found by its short columns, so that long texts
 * are read of its rows only, however many rows the account has.
 */
const pageOf = (table: 'clients' | 'sites', where: string, page: PageRequest): string =>
  `SELECT * FROM ${table} WHERE ${ofAccount} AND (id, import) IN (
     SELECT id, import FROM ${newest(table, ofAccount)} WHERE ${where} ${pageStart(page)}
     ${pageOrder} LIMIT {limit:UInt16})
   ${pageOrder}`;

export function readClients(engine: Engine, tenant: Tenant, page: PageRequest, version: number) {
  return engine.rows(ClientRecord, pageOf('clients', visibleClient, page), {
    account: tenant.accountId,
    client: tenant.clientId,
    version,
    ...pageParams(page),
  });
}

/** Whether the tenant sees the client. */
export async function hasClient(
  engine: Engine,
  tenant: Tenant,
  clientId: string,
  version: number,
): Promise<boolean> {
  const found = await engine.rows(
    IdRow,
    `SELECT id FROM ${newest('clients', `${ofAccount} AND id = {id:UUID}`)} WHERE ${visibleClient}`,
    { account: tenant.accountId, client: tenant.clientId, id: clientId, version },
  );
  return found.length > 0;
}

export function readSites(
  engine: Engine,
  tenant: Tenant,
  clientId: string,
  page: PageRequest,
  version: number,
) {
  const where = `clientId = {id:UUID} AND active AND ${visibleSite}`;
  return engine.rows(SiteRecord, pageOf('sites', where, page), {
    account: tenant.accountId,
    client: tenant.clientId,
    id: clientId,
    version,
    ...pageParams(page),
  });
}

const ofTenant = `siteId = {site:UUID} AND siteId IN ${tenantSite} AND id = {id:UUID}`;

/** One record of a site that the tenant sees. */
function readOne<S extends v.GenericSchema>(
  schema: S,
  table: 'prompts' | 'scans' | 'recommendations',
) {
  return async (
    engine: Engine,
    tenant: Tenant,
    siteId: string,
    id: string,
    version: number,
  ): Promise<v.InferOutput<S> | null> => {
    const params = { ...tenantParams(tenant, siteId, version), id };
    const [row] = await engine.rows(schema, `SELECT * FROM ${newest(table, ofTenant)}`, params);
    return row ?? null;
  };
}
export const readPrompt = readOne(PromptRecord, 'prompts');
export const readScan = readOne(ScanRecord, 'scans');
export const readRecommendation = readOne(RecommendationRecord, 'recommendations');

const AnswerWords = v.object({
  platforms: v.array(v.string()),
  regions: v.array(v.string()),
  brandNumbers: v.array(v.number()),
});
const PromptWords = v.object({
  tags: v.array(v.string()),
  categories: v.array(v.string()),
  ...byClassificationField(() => LabelledValues),
  mentionsTracked: v.array(v.boolean()),
});

/** What the answers of a site, or of one scan of it, hold; the site must exist for the tenant. */
export async function readVocabulary(
  engine: Engine,
  tenant: Tenant,
  siteId: string,
  scanId: string | null,
  options: {
    brandIdOf: ReadonlyMap<number, string>;
    version: number;
    /** Cancels the reads. */
    signal?: AbortSignal | undefined;
  },
): Promise<Vocabulary> {
  const { brandIdOf, version, signal } = options;
  const params = {
    ...tenantParams(tenant, siteId, version),
    ...(scanId === null ? {} : { scan: scanId }),
  };
  const ofSite = `siteId = {site:UUID} AND siteId IN ${tenantSite}`;
  const scans = newest('scans', scanId === null ? ofSite : `${ofSite} AND id = {scan:UUID}`);
  const inScans = `${ofSite} AND (scan, import) IN (SELECT number, import FROM ${scans})`;
  const answers = `answers WHERE ${inScans}`;
  const [words, prompts] = await Promise.all([
    engine.rows(
      AnswerWords,
      `SELECT groupUniqArray(toString(platform)) AS platforms, groupUniqArray(toString(region)) AS regions,
         groupUniqArray(brand) AS brandNumbers
       FROM tallies WHERE ${inScans}`,
      params,
      { signal },
    ),
    engine.rows(
      PromptWords,
      `SELECT groupUniqArrayArray(tags) AS tags, groupUniqArray(category) AS categories,
         ${classificationFields.map((field) => `groupUniqArrayArray(${field}) AS ${field}`).join(', ')},
         groupUniqArray(mentionsTracked) AS mentionsTracked
       FROM ${newest('prompts', ofSite)}
       ${scanId === null ? '' : `WHERE number IN (SELECT prompt FROM ${answers})`}`,
      params,
      { signal },
    ),
  ]);
  const [answerWords] = words;
  const [promptWords] = prompts;
  // An aggregation without GROUP BY gives one row whatever it finds.
  if (!answerWords || !promptWords) throw new Error('an aggregation gave no row');
  const { brandNumbers, ...others } = answerWords;
  return {
    ...others,
    ...promptWords,
    brandIds:
      scanId === null ? null : brandNumbers.flatMap((number) => brandIdOf.get(number) ?? []),
  };
}

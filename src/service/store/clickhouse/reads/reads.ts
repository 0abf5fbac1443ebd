import * as v from 'valibot';
import {
  labelledClassifications,
  plainClassifications,
} from '../../../../contract/classifications.ts';
import {
  ClientBranding,
  LabelledValues,
  ListedClient,
  PromptRecord,
  RecommendationRecord,
  ScanRecord,
  SiteRecord,
} from '../../records.ts';
import type { PageRequest, Tenant, Vocabulary } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewest } from '../engine/schema.ts';
import { pageOrder, pageParamsOf, pageStartOf } from './page.ts';
import {
  accountCondition,
  selectTenantSite,
  siteParamsOf,
  tenantParamsOf,
  tenantSiteCondition,
  visibleClientCondition,
  visibleSiteCondition,
} from './tenant.ts';

const IdRow = v.object({ id: v.string() });

/** The columns to read for a list. A logo can be larger than all other columns together. */
const listedColumns = { clients: '* EXCEPT (logo, accent, reportName)', sites: '*' };

/**
 * The statement for one page of an account's rows that meet a condition. Finds the page by short columns first, so that
 * long texts are read only for the page's rows.
 */
const pageStatementOf = (table: 'clients' | 'sites', where: string, page: PageRequest): string =>
  `SELECT ${listedColumns[table]} FROM ${table} WHERE ${accountCondition} AND (id, import) IN (
     SELECT id, import FROM ${selectNewest(table, accountCondition)} WHERE ${where} ${pageStartOf(page)}
     ${pageOrder} LIMIT {limit:UInt16})
   ${pageOrder}`;

export function readClients(engine: Engine, tenant: Tenant, page: PageRequest, version: number) {
  return engine.rows(ListedClient, pageStatementOf('clients', visibleClientCondition, page), {
    ...tenantParamsOf(tenant),
    version,
    ...pageParamsOf(page),
  });
}

/** Whether the client exists for the tenant. */
export async function hasClient(
  engine: Engine,
  tenant: Tenant,
  clientId: string,
  version: number,
): Promise<boolean> {
  const rows = await engine.rows(
    IdRow,
    `SELECT id FROM ${selectNewest('clients', `${accountCondition} AND id = {id:UUID}`)} WHERE ${visibleClientCondition}`,
    { ...tenantParamsOf(tenant), id: clientId, version },
  );
  return rows.length > 0;
}

/** Implements `Store.branding`. */
export async function readBranding(
  engine: Engine,
  tenant: Tenant,
  siteId: string,
  version: number,
): Promise<ClientBranding | null> {
  const siteClientCondition = `${accountCondition} AND id IN (SELECT assumeNotNull(clientId) FROM (${selectTenantSite}) WHERE clientId IS NOT NULL)`;
  const [row] = await engine.rows(
    ClientBranding,
    `SELECT logo, accent, reportName FROM ${selectNewest('clients', siteClientCondition)} WHERE ${visibleClientCondition}`,
    siteParamsOf(tenant, siteId, version),
  );
  return row ?? null;
}

export function readSites(
  engine: Engine,
  tenant: Tenant,
  clientId: string,
  page: PageRequest,
  version: number,
) {
  const where = `clientId = {id:UUID} AND active AND ${visibleSiteCondition}`;
  return engine.rows(SiteRecord, pageStatementOf('sites', where, page), {
    ...tenantParamsOf(tenant),
    id: clientId,
    version,
    ...pageParamsOf(page),
  });
}

/** Creates a function that reads one record of a tenant's site. */
function createRecordReader<S extends v.GenericSchema>(
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
    const params = { ...siteParamsOf(tenant, siteId, version), id };
    const [row] = await engine.rows(
      schema,
      `SELECT * FROM ${selectNewest(table, `${tenantSiteCondition} AND id = {id:UUID}`)}`,
      params,
    );
    return row ?? null;
  };
}
export const readPrompt = createRecordReader(PromptRecord, 'prompts');
export const readScan = createRecordReader(ScanRecord, 'scans');
export const readRecommendation = createRecordReader(RecommendationRecord, 'recommendations');

const AnswerValues = v.object({
  platforms: v.array(v.string()),
  regions: v.array(v.string()),
  brandNumbers: v.array(v.number()),
});
const classificationFields = [...plainClassifications.fields, ...labelledClassifications.fields];
const PromptValues = v.object({
  ...plainClassifications.byField(() => v.array(v.string())),
  categories: v.array(v.string()),
  ...labelledClassifications.byField(() => LabelledValues),
  mentionsTracked: v.array(v.boolean()),
});

/** Reads the filter values of a site, or of one of its scans. The site must exist for the tenant. */
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
    ...siteParamsOf(tenant, siteId, version),
    ...(scanId === null ? {} : { scan: scanId }),
  };
  const scans = selectNewest(
    'scans',
    scanId === null ? tenantSiteCondition : `${tenantSiteCondition} AND id = {scan:UUID}`,
  );
  const scanCondition = `${tenantSiteCondition} AND (scan, import) IN (SELECT number, import FROM ${scans})`;
  const answers = `answers WHERE ${scanCondition}`;
  const [answerRows, promptRows] = await Promise.all([
    engine.rows(
      AnswerValues,
      `SELECT groupUniqArray(toString(platform)) AS platforms, groupUniqArray(toString(region)) AS regions,
         groupUniqArray(brand) AS brandNumbers
       FROM tallies WHERE ${scanCondition}`,
      params,
      { signal },
    ),
    engine.rows(
      PromptValues,
      `SELECT groupUniqArray(category) AS categories,
         ${classificationFields.map((field) => `groupUniqArrayArray(${field}) AS ${field}`).join(', ')},
         groupUniqArray(mentionsTracked) AS mentionsTracked
       FROM ${selectNewest('prompts', tenantSiteCondition)}
       ${scanId === null ? '' : `WHERE number IN (SELECT prompt FROM ${answers})`}`,
      params,
      { signal },
    ),
  ]);
  const [answerValues] = answerRows;
  const [promptValues] = promptRows;
  // An aggregation without GROUP BY always returns one row.
  if (!answerValues || !promptValues) throw new Error('An aggregation returned no row.');
  const { brandNumbers, ...otherAnswerValues } = answerValues;
  return {
    ...otherAnswerValues,
    ...promptValues,
    brandIds:
      scanId === null ? null : brandNumbers.flatMap((number) => brandIdOf.get(number) ?? []),
  };
}

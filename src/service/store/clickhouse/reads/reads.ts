import * as v from 'valibot';
import {
  labelledClassifications,
  plainClassifications,
} from '../../../../contract/classifications.ts';
import {
  ClientRecord,
  LabelledValues,
  ListedClient,
  NamedBranding,
  PromptRecord,
  RecommendationRecord,
  ScanRecord,
  SiteRecord,
} from '../../records.ts';
import { MeasuredScan, StoredRegions } from '../../scan-rows.ts';
import {
  type ClientWithSites,
  type FilterValues,
  maxArchivedSites,
  type NotedRecommendation,
  type PageRequest,
} from '../../store.ts';
import { selectNewest, selectNotes } from '../engine/schema.ts';
import { createPageClauses, pageOrder, pageParamsOf, pageStartOf } from './page.ts';
import type { SiteReads } from './site-catalogue.ts';
import {
  accountCondition,
  selectNewestOfSite,
  selectTenantSite,
  siteParamsOf,
  type TenantReads,
  tenantParamsOf,
  tenantSiteCondition,
  visibleClientCondition,
  visibleNoteCondition,
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

/** Implements `Store.clients`. */
export function readClients(reads: TenantReads, page: PageRequest) {
  return reads.engine.rows(ListedClient, pageStatementOf('clients', visibleClientCondition, page), {
    ...tenantParamsOf(reads),
    ...pageParamsOf(page),
  });
}

/** Whether the client exists for the tenant. */
export async function hasClient(reads: TenantReads, clientId: string): Promise<boolean> {
  const rows = await reads.engine.rows(
    IdRow,
    `SELECT id FROM ${selectNewest('clients', `${accountCondition} AND id = {id:UUID}`)} WHERE ${visibleClientCondition}`,
    { ...tenantParamsOf(reads), id: clientId },
  );
  return rows.length > 0;
}

const CountedClientRow = v.object({ ...ClientRecord.entries, sites: v.number() });
const NamedSiteRow = v.pick(SiteRecord, ['id', 'name']);

/** Implements `Store.client`. */
export async function readClient(
  reads: TenantReads,
  clientId: string,
): Promise<ClientWithSites | null> {
  const params = { ...tenantParamsOf(reads), id: clientId };
  const sites = `${selectNewest('sites', accountCondition)} WHERE clientId = {id:UUID}`;
  const [[client], archivedSites] = await Promise.all([
    reads.engine.rows(
      CountedClientRow,
      `SELECT *, (SELECT count() FROM ${sites}) AS sites
       FROM ${selectNewest('clients', `${accountCondition} AND id = {id:UUID}`)} WHERE ${visibleClientCondition}`,
      params,
    ),
    reads.engine.rows(
      NamedSiteRow,
      `SELECT id, name FROM ${sites} AND NOT active ORDER BY name, id LIMIT ${maxArchivedSites}`,
      params,
    ),
  ]);
  return client ? { ...client, archivedSites } : null;
}

const CountRow = v.object({ n: v.number() });

/** Implements `Store.clientCount`. */
export async function readClientCount(reads: TenantReads): Promise<number> {
  const [row] = await reads.engine.rows(
    CountRow,
    `SELECT count() AS n FROM ${selectNewest('clients', accountCondition)} WHERE ${visibleClientCondition}`,
    tenantParamsOf(reads),
  );
  return row?.n ?? 0;
}

/** Implements `Store.branding`. */
export async function readBranding(
  reads: TenantReads,
  siteId: string,
): Promise<NamedBranding | null> {
  const siteClientCondition = `${accountCondition} AND id IN (SELECT assumeNotNull(clientId) FROM (${selectTenantSite}) WHERE clientId IS NOT NULL)`;
  const [row] = await reads.engine.rows(
    NamedBranding,
    `SELECT name, logo, accent, reportName FROM ${selectNewest('clients', siteClientCondition)} WHERE ${visibleClientCondition}`,
    siteParamsOf(reads, siteId),
  );
  return row ?? null;
}

/** Implements `Store.sites`. */
export function readSites(reads: TenantReads, clientId: string, page: PageRequest) {
  const where = `clientId = {id:UUID} AND active AND ${visibleSiteCondition}`;
  return reads.engine.rows(SiteRecord, pageStatementOf('sites', where, page), {
    ...tenantParamsOf(reads),
    id: clientId,
    ...pageParamsOf(page),
  });
}

/** Creates a function that reads one record of a tenant's site. */
function createRecordReader<S extends v.GenericSchema>(
  schema: S,
  table: 'prompts' | 'scans' | 'recommendations',
) {
  return async (
    reads: TenantReads,
    siteId: string,
    id: string,
  ): Promise<v.InferOutput<S> | null> => {
    const params = { ...siteParamsOf(reads, siteId), id };
    const [row] = await reads.engine.rows(
      schema,
      `SELECT * FROM ${selectNewestOfSite(table, 'id = {id:UUID}')}`,
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
  regions: StoredRegions,
  brandNumbers: v.array(v.number()),
});
const classificationFields = [...plainClassifications.fields, ...labelledClassifications.fields];
const PromptValues = v.object({
  ...plainClassifications.byField(() => v.array(v.string())),
  categories: v.array(v.string()),
  ...labelledClassifications.byField(() => LabelledValues),
  mentionsTracked: v.array(v.boolean()),
});

/** Reads the filter values of a site, or of one of its scans; null if the scan does not exist. */
export async function readFilterValues(
  reads: SiteReads,
  scanId: string | null,
  signal?: AbortSignal,
): Promise<FilterValues | null> {
  const { engine, catalogue } = reads;
  const siteId = catalogue.details.site.id;
  if (scanId !== null && !(await readScan(reads, siteId, scanId))) return null;
  const params = {
    ...siteParamsOf(reads, siteId),
    ...(scanId === null ? {} : { scan: scanId }),
  };
  const scans = selectNewestOfSite('scans', scanId === null ? 'true' : 'id = {scan:UUID}');
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
       FROM ${selectNewestOfSite('prompts')}
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
      scanId === null
        ? null
        : brandNumbers.flatMap((number) => catalogue.brandIdOf.get(number) ?? []),
  };
}

const measuredScansOf = (page: PageRequest): string => `
  WITH page AS (SELECT * FROM ${selectNewestOfSite('scans')} WHERE true ${pageStartOf(page)}
    ${pageOrder} LIMIT {limit:UInt16})
  SELECT page.*, counts.answers AS answers, counts.prompts AS prompts, counts.platforms AS platforms,
    counts.regions AS regions
  FROM page LEFT JOIN (
    SELECT scan, count() AS answers, uniqExact(prompt) AS prompts,
      groupUniqArray(toString(platform)) AS platforms, groupUniqArray(toString(region)) AS regions
    FROM answers
    WHERE siteId = {site:UUID} AND day IN (SELECT day FROM page)
      AND (scan, import) IN (SELECT number, import FROM page)
    GROUP BY scan
  ) AS counts ON counts.scan = page.number
  ${pageOrder}`;

/** Implements `Store.scans`, in a single statement. */
export function readMeasuredScans(
  reads: TenantReads,
  siteId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<readonly MeasuredScan[]> {
  const params = { ...siteParamsOf(reads, siteId), ...pageParamsOf(page) };
  return reads.engine.rows(MeasuredScan, measuredScansOf(page), params, { signal });
}

const NotedRow = v.object({ ...RecommendationRecord.entries, notes: v.number() });

const byCreation = createPageClauses('ifNull(createdAt, 0)', 'id');

/** Finds the page's rows from the short columns first, so that long texts are read only for the page's rows. */
const notedRecommendationsOf = (page: PageRequest): string => `
  WITH page AS (SELECT id, import FROM ${selectNewestOfSite('recommendations')}
    WHERE true ${byCreation.pageStartOf(page)}
    ${byCreation.pageOrder} LIMIT {limit:UInt16})
  SELECT id, siteId, title, body, status, createdAt, n AS notes
  FROM (SELECT * FROM recommendations WHERE siteId = {site:UUID} AND (id, import) IN (SELECT id, import FROM page)) AS found
  LEFT JOIN (SELECT recommendationId, count() AS n
    FROM ${selectNotes('siteId = {site:UUID} AND recommendationId IN (SELECT id FROM page)')}
    WHERE ${visibleNoteCondition} GROUP BY recommendationId) AS counts ON counts.recommendationId = found.id
  ${byCreation.pageOrder}`;

/** Implements `Store.recommendations`, in a single statement. */
export function readRecommendations(
  reads: TenantReads,
  siteId: string,
  page: PageRequest,
): Promise<readonly NotedRecommendation[]> {
  const params = { ...siteParamsOf(reads, siteId), ...pageParamsOf(page) };
  return reads.engine.rows(NotedRow, notedRecommendationsOf(page), params);
}

import * as v from 'valibot';
import { type PromptPageRequest, pageOfPrompts } from '../../prompt-order.ts';
import { PromptRecord } from '../../records.ts';
import type { SetupPromptRecord } from '../../store.ts';
import { selectNewestOfImports } from '../engine/schema.ts';
import type { SiteReads } from './site-catalogue.ts';
import {
  selectNewestOfSite,
  siteParamsOf,
  type TenantReads,
  tenantSiteConditionOfImports,
} from './tenant.ts';

const TextRow = v.object({ id: v.string(), text: v.string() });

const readTexts = (
  reads: TenantReads,
  siteId: string,
  signal: AbortSignal | undefined,
): Promise<v.InferOutput<typeof TextRow>[]> =>
  reads.engine.rows(
    TextRow,
    `SELECT id, text FROM ${selectNewestOfSite('prompts')}`,
    siteParamsOf(reads, siteId),
    { signal },
  );

/** Implements `Store.promptTexts`. */
export const readPromptTexts = async (
  reads: TenantReads,
  siteId: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await readTexts(reads, siteId, signal)).map(({ id, text }) => [id, text]));

/** Implements `Store.prompts`. Reads the text of every prompt, but the other fields only for the page itself. */
export async function readPrompts(
  reads: TenantReads,
  siteId: string,
  words: readonly string[],
  page: PromptPageRequest,
  signal?: AbortSignal,
): Promise<readonly PromptRecord[]> {
  const ids = await pageOfPrompts(await readTexts(reads, siteId, signal), words, page);
  if (ids.length === 0) return [];
  const rows = await reads.engine.rows(
    PromptRecord,
    `SELECT * FROM ${selectNewestOfSite('prompts', 'id IN {ids:Array(UUID)}')}`,
    { ...siteParamsOf(reads, siteId), ids },
    { signal },
  );
  const promptById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => promptById.get(id) ?? []);
}

const SetupPromptRow = v.object({ ...PromptRecord.entries, hasAnswers: v.boolean() });

/** Implements `Store.setupPrompts`. New prompts get ascending numbers. */
export function readSetupPrompts(reads: SiteReads): Promise<readonly SetupPromptRecord[]> {
  const { details, imports } = reads.catalogue;
  const newestScans = selectNewestOfImports('scans', tenantSiteConditionOfImports);
  return reads.engine.rows(
    SetupPromptRow,
    `SELECT *, toBool(number IN (SELECT prompt FROM answers WHERE ${tenantSiteConditionOfImports}
       AND (scan, import) IN (SELECT number, import FROM ${newestScans}))) AS hasAnswers
     FROM ${selectNewestOfImports('prompts', tenantSiteConditionOfImports)} ORDER BY number`,
    { ...siteParamsOf(reads, details.site.id), imports },
  );
}

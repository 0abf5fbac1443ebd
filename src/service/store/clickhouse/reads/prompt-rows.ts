import * as v from 'valibot';
import { type PromptPageRequest, pageOfPrompts } from '../../prompt-order.ts';
import { PromptRecord } from '../../records.ts';
import type { SetupPromptRecord } from '../../store.ts';
import { columnOf } from '../engine/columns.ts';
import { selectNewest, selectNewestOfImports } from '../engine/schema.ts';
import type { SiteReads } from './site-catalogue.ts';
import {
  siteParamsOf,
  type TenantReads,
  tenantSiteCondition,
  tenantSiteConditionOfImports,
} from './tenant.ts';

const TextColumns = v.object({ id: columnOf(v.string()), text: columnOf(v.string()) });

async function readTexts(
  reads: TenantReads,
  siteId: string,
  signal: AbortSignal | undefined,
): Promise<[id: string, text: string][]> {
  const columns = await reads.engine.columns(
    TextColumns,
    `SELECT toString(id) AS id, text FROM ${selectNewest('prompts', tenantSiteCondition)}`,
    siteParamsOf(reads, siteId),
    { signal },
  );
  return columns.id.map((id, row) => [id, columns.text[row] ?? '']);
}

/** Implements `Store.promptTexts`. */
export const readPromptTexts = async (
  reads: TenantReads,
  siteId: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> => new Map(await readTexts(reads, siteId, signal));

/** Implements `Store.prompts`. Reads the text of every prompt, but the other fields only for the page itself. */
export async function readPrompts(
  reads: TenantReads,
  siteId: string,
  words: readonly string[],
  page: PromptPageRequest,
  signal?: AbortSignal,
): Promise<readonly PromptRecord[]> {
  const texts = await readTexts(reads, siteId, signal);
  const ids = pageOfPrompts(
    texts.map(([id, text]) => ({ id, text })),
    words,
    page,
  );
  if (ids.length === 0) return [];
  const rows = await reads.engine.rows(
    PromptRecord,
    `SELECT * FROM ${selectNewest('prompts', `${tenantSiteCondition} AND id IN {ids:Array(UUID)}`)}`,
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

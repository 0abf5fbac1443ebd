import * as v from 'valibot';
import { type PromptPageRequest, pageOfPrompts } from '../../prompt-order.ts';
import { PromptRecord } from '../../records.ts';
import type { Tenant } from '../../store.ts';
import { columnOf } from '../engine/columns.ts';
import type { Engine, ReadOptions } from '../engine/engine.ts';
import { selectNewest } from '../engine/schema.ts';
import { siteParamsOf, tenantSiteCondition } from './tenant.ts';

/** The parameters that all reads of one call share. */
interface PromptReadContext extends ReadOptions {
  engine: Engine;
  tenant: Tenant;
  siteId: string;
  version: number;
}

const TextColumns = v.object({ id: columnOf(v.string()), text: columnOf(v.string()) });

async function readTexts(context: PromptReadContext): Promise<[id: string, text: string][]> {
  const { engine, tenant, siteId, version, signal } = context;
  const columns = await engine.columns(
    TextColumns,
    `SELECT toString(id) AS id, text FROM ${selectNewest('prompts', tenantSiteCondition)}`,
    siteParamsOf(tenant, siteId, version),
    { signal },
  );
  return columns.id.map((id, row) => [id, columns.text[row] ?? '']);
}

/** Implements `Store.promptTexts`. */
export const readPromptTexts = async (
  context: PromptReadContext,
): Promise<ReadonlyMap<string, string>> => new Map(await readTexts(context));

/** Implements `Store.prompts`. Reads the text of every prompt, but the other fields only for the page itself. */
export async function readPrompts(
  context: PromptReadContext,
  words: readonly string[],
  page: PromptPageRequest,
): Promise<readonly PromptRecord[]> {
  const { engine, tenant, siteId, version, signal } = context;
  const texts = await readTexts(context);
  const ids = pageOfPrompts(
    texts.map(([id, text]) => ({ id, text })),
    words,
    page,
  );
  if (ids.length === 0) return [];
  const rows = await engine.rows(
    PromptRecord,
    `SELECT * FROM ${selectNewest('prompts', `${tenantSiteCondition} AND id IN {ids:Array(UUID)}`)}`,
    { ...siteParamsOf(tenant, siteId, version), ids },
    { signal },
  );
  const promptById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => promptById.get(id) ?? []);
}

import * as v from 'valibot';
import { type PromptPageRequest, pageOfPrompts } from '../prompt-order.ts';
import { PromptRecord } from '../records.ts';
import type { Tenant } from '../store.ts';
import { columnOf } from './columns.ts';
import type { Engine, ReadOptions } from './engine.ts';
import { newest } from './schema.ts';
import { ofTenantSite, siteParams } from './tenant.ts';

/** The parameters that all reads of one call share. */
interface PromptReadContext extends ReadOptions {
  engine: Engine;
  tenant: Tenant;
  siteId: string;
  version: number;
}

const TextColumns = v.object({ id: columnOf(v.string()), text: columnOf(v.string()) });

async function readTexts(reading: PromptReadContext): Promise<[id: string, text: string][]> {
  const { engine, tenant, siteId, version, signal } = reading;
  const columns = await engine.columns(
    TextColumns,
    `SELECT toString(id) AS id, text FROM ${newest('prompts', ofTenantSite)}`,
    siteParams(tenant, siteId, version),
    { signal },
  );
  return columns.id.map((id, row) => [id, columns.text[row] ?? '']);
}

/** Implements `Store.promptTexts`. */
export const readPromptTexts = async (
  reading: PromptReadContext,
): Promise<ReadonlyMap<string, string>> => new Map(await readTexts(reading));

/** Implements `Store.prompts`. Reads the text of every prompt, but the other fields only for the page itself. */
export async function readPrompts(
  reading: PromptReadContext,
  words: readonly string[],
  page: PromptPageRequest,
): Promise<readonly PromptRecord[]> {
  const { engine, tenant, siteId, version, signal } = reading;
  const texts = await readTexts(reading);
  const ids = pageOfPrompts(
    texts.map(([id, text]) => ({ id, text })),
    words,
    page,
  );
  if (ids.length === 0) return [];
  const rows = await engine.rows(
    PromptRecord,
    `SELECT * FROM ${newest('prompts', `${ofTenantSite} AND id IN {ids:Array(UUID)}`)}`,
    { ...siteParams(tenant, siteId, version), ids },
    { signal },
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

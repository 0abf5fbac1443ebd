import * as v from 'valibot';
import type { Instant } from '../../records.ts';
import type { Engine } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';
import type { Layout } from '../engine/layout.ts';
import { selectRemoved } from '../engine/schema.ts';
import type { Journal } from '../integrity/journal.ts';

const LastStepRow = v.object({
  accountId: v.string(),
  siteId: v.string(),
  scan: v.string(),
  last: v.number(),
});

/** Adds the step `removed` to the scans that an import has removed, or whose sites it has removed. */
export async function hideRemovedScans(engine: Engine, at: Instant): Promise<void> {
  const rows = await engine.rows(
    LastStepRow,
    `SELECT accountId, siteId, scan, max(number) AS last FROM scanSteps
     WHERE siteId IN (${selectRemoved('sites', 'id')})
       OR (siteId, scan) IN (${selectRemoved('scans', 'siteId, id')})
     GROUP BY accountId, siteId, scan HAVING countIf(step = 'removed') = 0`,
  );
  if (rows.length === 0) return;
  await engine.insert(
    'scanSteps',
    rows.map(({ last, ...scan }) => ({ ...scan, at, number: last + 1, step: 'removed' })),
  );
}

const ScanRow = v.object({ siteId: v.string(), scan: v.string() });
/** The tables with texts of scans, and the column with the scan's ID. */
const textTables = [
  { table: 'scanPlans', scan: 'id' },
  { table: 'responses', scan: 'scan' },
] as const;

const selectTextsOfRemoved = ({ table, scan }: (typeof textTables)[number]): string =>
  `SELECT DISTINCT siteId, ${scan} AS scan FROM ${table}
   WHERE (siteId, ${scan}) IN (SELECT siteId, scan FROM scanSteps WHERE step = 'removed')`;

/** Whether any text of a removed scan is still stored. */
export async function hasTextsOfRemovedScans(engine: Engine): Promise<boolean> {
  const rows = await engine.rows(
    ScanRow,
    `SELECT siteId, scan FROM (${textTables.map(selectTextsOfRemoved).join(' UNION ALL ')}) LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Removes the plans of removed scans and what came back, also from the files. Requests, steps and questions stay, since
 * they have no texts of the tenant. May only be called while holding a `HeldLock`.
 */
export async function removeTextsOfRemovedScans({
  engine,
  layout,
  journal,
}: {
  engine: Engine;
  layout: Layout;
  journal: Journal;
}): Promise<void> {
  for (const texts of textTables) {
    const { table, scan } = texts;
    const rows = await engine.inspect(ScanRow, selectTextsOfRemoved(texts));
    if (rows.length === 0) continue;
    const where = `siteId IN {sites:Array(UUID)} AND ${scan} IN {scans:Array(UUID)}`;
    for (const scans of slicesOfIds(rows.map((row) => row.scan))) {
      const ids = new Set(scans);
      const sites = rows.flatMap((row) => (ids.has(row.scan) ? row.siteId : []));
      const params = { scans, sites: [...new Set(sites)] };
      const remove = () =>
        engine.runLong(`ALTER TABLE ${layout.mutationTarget(table)} DELETE WHERE ${where}`, params);
      if (table === 'responses') await remove();
      else await journal.recordRowRemoval(table, where, params, remove);
    }
    for (const statement of layout.clearOldPartsStatements(table)) await engine.define(statement);
  }
}

import * as v from 'valibot';
import type { PlatformModel, ScanModels } from '../../scan-rows.ts';
import type { AnswerScope } from '../../store.ts';
import { columnOf, Numbers, Strings } from '../engine/columns.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import type { SiteReads } from './site-catalogue.ts';

/** The models of scans, in one row for all scans with the same models. */
export const ModelColumns = v.object({
  siteId: columnOf(v.string()),
  platforms: columnOf(Strings),
  models: columnOf(Strings),
  scans: columnOf(Numbers),
});

/**
 * The statement that selects `ModelColumns`.
 * @param where selects the rows of `texts` that count; must limit them to the tenant
 */
export const selectModels = (where: string): string => `
  SELECT siteId, arrayMap(pair -> pair.1, pairs) AS platforms, arrayMap(pair -> pair.2, pairs) AS models,
    groupArray(scan) AS scans
  FROM (
    SELECT siteId, scan, arraySort(groupArray((toString(platform), toString(commonest)))) AS pairs
    FROM (
      SELECT siteId, scan, platform, argMax(model, n) AS commonest
      FROM (SELECT siteId, scan, platform, model, count() AS n FROM texts WHERE ${where} AND model != ''
        GROUP BY siteId, scan, platform, model)
      GROUP BY siteId, scan, platform HAVING 2 * max(n) > sum(n))
    GROUP BY siteId, scan)
  GROUP BY siteId, pairs`;

/** The site, scan number and models of each scan with models. */
export function listModels(
  columns: v.InferOutput<typeof ModelColumns>,
): { siteId: string; scan: number; models: readonly PlatformModel[] }[] {
  return columns.siteId.flatMap((siteId, row) => {
    const models = (columns.platforms[row] ?? []).map((platform, index) => ({
      platform,
      model: columns.models[row]?.[index] ?? '',
    }));
    return (columns.scans[row] ?? []).map((scan) => ({ siteId, scan, models }));
  });
}

/** Implements `Store.models` at a data version. */
export async function readModels(
  reads: SiteReads,
  scope: AnswerScope,
  signal?: AbortSignal,
): Promise<ScanModels> {
  const { engine, catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  if (scans.length === 0) return new Map();
  const promptCondition = promptConditionOf(scope);
  const sql = selectModels(
    [
      ...answerConditionsOf(scope, 'textImports'),
      ...(promptCondition === null ? [] : [promptCondition]),
    ].join(' AND '),
  );
  const extraParams = { textImports: scans.map(({ textsImport }) => textsImport) };
  const params = paramsOf(reads, sql, scope, extraParams);
  const columns = await engine.columns(ModelColumns, sql, params, { signal });
  const idByNumber = new Map(scans.map(({ number, id }) => [number, id]));
  return new Map(
    listModels(columns).map(({ scan, models }) => [idByNumber.get(scan) ?? '', models]),
  );
}

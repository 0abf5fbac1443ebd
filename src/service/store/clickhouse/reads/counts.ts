import * as v from 'valibot';
import type { CountedScan } from '../../scan-rows.ts';
import type { AnswerScope, Tenant } from '../../store.ts';
import { columnOf } from '../engine/columns.ts';
import type { Engine } from '../engine/engine.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

const CountColumns = v.object({
  scan: columnOf(v.number()),
  answers: columnOf(v.number()),
  prompts: columnOf(v.number()),
});

/** Implements `Store.counts` at a data version, in a single statement that the signal cancels. */
export async function countAnswers(
  engine: Engine,
  tenant: Tenant,
  catalogue: SiteCatalogue,
  scope: AnswerScope,
  { version, signal }: { version: number; signal?: AbortSignal | undefined },
): Promise<CountedScan[]> {
  const promptCondition = promptConditionOf(scope);
  const conditions = [
    ...answerConditionsOf(scope),
    ...(promptCondition === null ? [] : [promptCondition]),
  ];
  const sql = `SELECT scan, count() AS answers, uniqExact(prompt) AS prompts
    FROM answers WHERE ${conditions.join(' AND ')} GROUP BY scan`;
  const params = paramsOf(sql, tenant, catalogue, scope, { version });
  const columns = await engine.columns(CountColumns, sql, params, { signal });
  const rowByScan = new Map(columns.scan.map((scan, row) => [scan, row]));
  return findScansInRange(catalogue, scope).map(({ number, id, date }) => {
    const row = rowByScan.get(number) ?? -1;
    return { id, date, answers: columns.answers[row] ?? 0, prompts: columns.prompts[row] ?? 0 };
  });
}

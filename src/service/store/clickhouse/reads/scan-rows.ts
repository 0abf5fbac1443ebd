import { MeasuredScan } from '../../scan-rows.ts';
import type { PageRequest, Tenant } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewest } from '../engine/schema.ts';
import { pageOrder, pageParamsOf, pageStartOf } from './page.ts';
import { siteParamsOf, tenantSiteCondition } from './tenant.ts';

const statementOf = (page: PageRequest): string => `
  WITH page AS (SELECT * FROM ${selectNewest('scans', tenantSiteCondition)} WHERE true ${pageStartOf(page)}
    ${pageOrder} LIMIT {limit:UInt16})
  SELECT page.*, counts.answers AS answers, counts.prompts AS prompts, counts.platforms AS platforms,
    counts.regions AS regions
  FROM page LEFT JOIN (
    SELECT scan, count() AS answers, uniqExact(prompt) AS prompts,
      groupUniqArray(toString(platform)) AS platforms, groupUniqArray(toString(region)) AS regions
    FROM answers
    WHERE ${tenantSiteCondition} AND day IN (SELECT day FROM page)
      AND (scan, import) IN (SELECT number, import FROM page)
    GROUP BY scan
  ) AS counts ON counts.scan = page.number
  ${pageOrder}`;

/** Implements `Store.scans`, in a single statement. */
export function readMeasuredScans(
  engine: Engine,
  tenant: Tenant,
  siteId: string,
  page: PageRequest,
  { version, signal }: { version: number; signal?: AbortSignal | undefined },
): Promise<readonly MeasuredScan[]> {
  const params = { ...siteParamsOf(tenant, siteId, version), ...pageParamsOf(page) };
  return engine.rows(MeasuredScan, statementOf(page), params, { signal });
}

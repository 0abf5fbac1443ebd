import { MeasuredScan } from '../../scan-rows.ts';
import type { PageRequest } from '../../store.ts';
import { selectNewest } from '../engine/schema.ts';
import { pageOrder, pageParamsOf, pageStartOf } from './page.ts';
import { siteParamsOf, type TenantReads, tenantSiteCondition } from './tenant.ts';

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
  reads: TenantReads,
  siteId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<readonly MeasuredScan[]> {
  const params = { ...siteParamsOf(reads, siteId), ...pageParamsOf(page) };
  return reads.engine.rows(MeasuredScan, statementOf(page), params, { signal });
}

import * as v from 'valibot';
import { RecommendationRecord } from '../../records.ts';
import type { NotedRecommendation, PageRequest } from '../../store.ts';
import { selectNewest } from '../engine/schema.ts';
import { createPageClauses, pageParamsOf } from './page.ts';
import { siteParamsOf, type TenantReads, tenantSiteCondition } from './tenant.ts';

const NotedRow = v.object({ ...RecommendationRecord.entries, notes: v.number() });

const { pageOrder, pageStartOf } = createPageClauses('ifNull(createdAt, 0)', 'id');

/** Finds the page's rows from the short columns first, so that long texts are read only for the page's rows. */
const statementOf = (page: PageRequest): string => `
  WITH page AS (SELECT id, import FROM ${selectNewest('recommendations', tenantSiteCondition)}
    WHERE true ${pageStartOf(page)} ${pageOrder} LIMIT {limit:UInt16})
  SELECT id, siteId, title, body, status, createdAt, n AS notes
  FROM (SELECT * FROM recommendations WHERE ${tenantSiteCondition} AND (id, import) IN (SELECT id, import FROM page)) AS found
  LEFT JOIN (SELECT recommendationId, count() AS n FROM notes
    WHERE ${tenantSiteCondition} AND recommendationId IN (SELECT id FROM page)
    GROUP BY recommendationId) AS counts ON counts.recommendationId = found.id
  ${pageOrder}`;

/** Implements `Store.recommendations`, in a single statement. */
export function readRecommendations(
  reads: TenantReads,
  siteId: string,
  page: PageRequest,
): Promise<readonly NotedRecommendation[]> {
  const params = { ...siteParamsOf(reads, siteId), ...pageParamsOf(page) };
  return reads.engine.rows(NotedRow, statementOf(page), params);
}

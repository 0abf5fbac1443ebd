import { useQueries } from '@tanstack/react-query';
import type { ReportColumns } from '../api/columns.ts';
import { timelineQuery } from '../api/reports.ts';
import type { TimelineRequest } from './question/search.ts';

/**
 * The report by brand for a question, requested only if it is needed; null if it is not needed or could not be loaded.
 */
export function useBrandReport(
  siteId: string,
  question: TimelineRequest,
  isNeeded: boolean,
): ReportColumns | 'loading' | null {
  // Without a query rather than with a disabled one, which would keep the same query of the page from being cancelled.
  const groupings = isNeeded ? (['brand'] as const) : [];
  const [brands] = useQueries({
    queries: groupings.map((groupBy) =>
      timelineQuery(siteId, { ...question, groupBy, brandId: null }),
    ),
  });
  return brands ? (brands.data ?? (brands.isPending ? 'loading' : null)) : null;
}

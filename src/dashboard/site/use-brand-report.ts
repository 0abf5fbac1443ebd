import { useQuery } from '@tanstack/react-query';
import type { ReportColumns } from '../api/columns.ts';
import { timelineQuery } from '../api/reports.ts';
import { useSite } from '../use-site.ts';
import type { TimelineRequest } from './search/search.ts';

/**
 * The question that a report by platform, region or prompt asks, by brand. Filters that choose brands do not apply to
 * such a report, so they are left out.
 */
export const allBrandsQuestion = (question: TimelineRequest): TimelineRequest => ({
  ...question,
  groupBy: 'brand',
  brandId: null,
  brand: [],
  competitorId: [],
});

/**
 * The report by brand for a question, requested only if it is needed; null if it is not needed or could not be loaded.
 */
export function useBrandReport(
  question: TimelineRequest,
  isNeeded: boolean,
): ReportColumns | 'loading' | null {
  const { siteId } = useSite();
  const query = timelineQuery({ siteId, question: allBrandsQuestion(question) });
  const { data, isPending } = useQuery({
    ...query,
    // Even a disabled query would keep the page's own request for the same report from being cancelled.
    queryKey: isNeeded ? query.queryKey : ['no report by brand'],
    enabled: isNeeded,
  });
  if (!isNeeded) return null;
  return data ?? (isPending ? 'loading' : null);
}

import { useQuery } from '@tanstack/react-query';
import type { ReportColumns } from '../../figures/series/columns.ts';
import { timelineQuery } from '../api/reports.ts';
import { useSite } from '../use-site.ts';
import type { TimelineRequest } from './search/search.ts';

/**
 * The request of a report by platform, region or prompt, by brand. Filters that choose brands do not apply to
 * such a report, so they are left out.
 */
export const allBrandsRequest = (request: TimelineRequest): TimelineRequest => ({
  ...request,
  groupBy: 'brand',
  brandId: null,
  brand: [],
  competitorId: [],
});

/**
 * The report by brand for a request, requested only if it is needed; null if it is not needed or could not be loaded.
 */
export function useBrandReport(
  request: TimelineRequest,
  isNeeded: boolean,
): ReportColumns | 'loading' | null {
  const { siteId } = useSite();
  const query = timelineQuery({ siteId, request: allBrandsRequest(request) });
  const { data, isPending } = useQuery({
    ...query,
    // Even a disabled query would keep the page's own request for the same report from being cancelled.
    queryKey: isNeeded ? query.queryKey : ['no report by brand'],
    enabled: isNeeded,
  });
  if (!isNeeded) return null;
  return data ?? (isPending ? 'loading' : null);
}

import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { canonicalRegion } from '../../contract/canonical-region.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { timelinePath } from '../../contract/endpoints/reports.ts';
import { reportEntries } from '../../contract/resources.ts';
import { get, type RequestContext } from './get.ts';

const AppliedFilters = v.object({ filters: reportEntries.filters });
/** A day without scans, so that the report has little but the applied filters. */
const dates = { startDate: '1970-01-01', endDate: '1970-01-01' };

/**
 * Whether both are areas of a country, or the second is the country code of the first one's area, such as `US-PR`, or of
 * another listed country, such as `GP` for `FR-971`.
 */
function mayBeSamePlace(requested: string, applied: string, listed: readonly string[]): boolean {
  const country = canonicalRegion(requested).slice(0, 2);
  return (
    applied.startsWith(`${country}:`) ||
    applied === requested.slice(3).toUpperCase() ||
    (!applied.includes(':') && canonicalRegion(applied) !== country && listed.includes(applied))
  );
}

/**
 * The codes that the service uses for some regions, such as `US:California` for `US-CA`, as its reports state them. A
 * region stays as it is if the report states its whole country, an area of another country, several regions or none.
 * @param listed the codes of the regions that the service lists
 */
export const appliedRegionsQuery = (
  siteId: string,
  regions: readonly string[],
  listed: readonly string[],
) =>
  queryOptions({
    queryKey: ['applied regions', siteId, regions, listed],
    queryFn: (context: RequestContext) =>
      Promise.all(
        regions.map(async (region) => {
          const search = new URLSearchParams({ region, ...dates });
          const path = fillPath(timelinePath, { siteId });
          const { filters } = await get(context, AppliedFilters, path, search);
          const [applied = region, ...others] = filters?.region ?? [];
          const isKnown = others.length === 0 && mayBeSamePlace(region, applied, listed);
          return { region, code: isKnown ? applied : region };
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { canonicalRegion } from '../../contract/canonical-region.ts';
import { pathTo } from '../../contract/endpoints.ts';
import { reportEntries } from '../../contract/resources.ts';
import { get, type RequestContext } from './get.ts';

const AppliedFilters = v.object({ filters: reportEntries.filters });
/** A day without scans, so that the report has little but the applied filters. */
const dates = { startDate: '1970-01-01', endDate: '1970-01-01' };

/** Whether both are areas of a country, or the second is the country code of the first one's area, such as `US-PR`. */
const mayBeSamePlace = (requested: string, applied: string): boolean =>
  applied.startsWith(`${canonicalRegion(requested).slice(0, 2)}:`) ||
  applied === requested.slice(3).toUpperCase();

/**
 * The codes that the service uses for some regions, such as `US:California` for `US-CA`, as its reports state them. A
 * region stays as it is if the report states another country, several regions or none.
 */
export const appliedRegionsQuery = (siteId: string, regions: readonly string[]) =>
  queryOptions({
    queryKey: ['applied regions', siteId, regions],
    queryFn: (context: RequestContext) =>
      Promise.all(
        regions.map(async (region) => {
          const search = new URLSearchParams({ region, ...dates });
          const path = pathTo('timeline', { siteId });
          const { filters } = await get(context, AppliedFilters, path, search);
          const [applied = region, ...others] = filters?.region ?? [];
          const isKnown = others.length === 0 && mayBeSamePlace(region, applied);
          return { region, code: isKnown ? applied : region };
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

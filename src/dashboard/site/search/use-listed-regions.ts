import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appliedRegionsQuery } from '../../api/applied-regions.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useHasTimeline } from '../../app/session/share-overrides.ts';
import { findUnlistedAreas, withListedRegions } from './filters.ts';
import type { TimelineSearch } from './search.ts';

/** The search with each region under the code that the service lists, once that is known. */
export function useListedRegions(siteId: string, search: TimelineSearch): TimelineSearch {
  const hasRegions = search.region.length > 0;
  const { data: options = null } = useQuery({ ...filtersQuery(siteId), enabled: hasRegions });
  const unlisted = useMemo(
    () => (options === null ? [] : findUnlistedAreas(search.region, options)),
    [search, options],
  );
  const isDue = useHasTimeline() && unlisted.length > 0;
  const { data: applied } = useQuery({
    ...appliedRegionsQuery(siteId, unlisted),
    enabled: isDue,
  });
  return useMemo(() => withListedRegions(search, options, applied), [search, options, applied]);
}

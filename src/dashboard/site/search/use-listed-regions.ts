import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appliedRegionsQuery } from '../../api/applied-regions.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import { useHasTimeline } from '../../app/session/share-overrides.ts';
import { useSite } from '../../use-site.ts';
import { findUnlistedAreas, namedRegionsOf, withListedRegions } from './filters.ts';
import type { TimelineSearch } from './search.ts';

/** The search with each region under the code that the service lists, once that is known. */
export function useListedRegions(search: TimelineSearch): TimelineSearch {
  const { siteId } = useSite();
  const named = useMemo(() => namedRegionsOf(search), [search]);
  const { data: options = null } = useQuery({ ...filtersQuery(siteId), enabled: named.length > 0 });
  const unlisted = useMemo(
    () => (options === null ? [] : findUnlistedAreas(named, options)),
    [named, options],
  );
  const listed = options?.regions.map(({ code }) => code) ?? [];
  const isDue = useHasTimeline() && unlisted.length > 0;
  const { data: applied } = useQuery({
    ...appliedRegionsQuery(siteId, unlisted, listed),
    enabled: isDue,
  });
  return useMemo(() => withListedRegions(search, options, applied), [search, options, applied]);
}

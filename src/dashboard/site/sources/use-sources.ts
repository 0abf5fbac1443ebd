import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Brand } from '../../../contract/resources.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import { useShown } from '../../api/use-shown.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';
import { type Sources, toSources } from './model.ts';

export interface LoadedSources {
  /** Null until a report has loaded, or if the current one could not be loaded. */
  sources: Sources | null;
  /** Whether the sources belong to an earlier request, or could not be refreshed. */
  isOld: boolean;
  isLoading: boolean;
  /** Why the current request's report could not be loaded or refreshed; null otherwise. */
  error: Error | null;
  retry: () => void;
}

/**
 * Loads the report of the sources that answers cite. Until it arrives, the hook returns the last report. The report and
 * the counts of answers are combined only if both belong to the current request.
 * @param trackedBrand the brand that the site tracks; null if there is none; undefined while it is unknown
 */
export function useSources(
  request: TimelineRequest,
  trackedBrand: Brand | null | undefined,
): LoadedSources {
  const { siteId } = useSite();
  const hasSources = useCapability('sources');
  const hasCounts = useCapability('counts');
  const query = useQuery({ ...sourcesQuery({ siteId, request }), enabled: hasSources });
  const counts = useQuery({ ...countsQuery({ siteId, request }), enabled: hasCounts });
  const { data } = query;
  // Waits for the counts, so that trends do not change from numbers to shares on screen.
  const areCountsLoading = hasCounts && counts.isPending;
  const arrivedSources = useMemo(
    () =>
      data && trackedBrand !== undefined && !areCountsLoading
        ? toSources(data, trackedBrand, counts.data ?? null)
        : null,
    [data, trackedBrand, areCountsLoading, counts.data],
  );
  const shownSources = useShown(
    ['sources', siteId, request, trackedBrand, query.dataUpdatedAt, counts.dataUpdatedAt],
    arrivedSources ?? undefined,
  );
  const sources = arrivedSources || !query.isError ? (shownSources ?? null) : null;
  return {
    sources,
    isOld: arrivedSources ? query.isError : sources !== null,
    isLoading: query.isFetching || areCountsLoading,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

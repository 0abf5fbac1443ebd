import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Brand } from '../../../contract/resources.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import { useCapability } from '../../session/use-session.ts';
import type { TimelineQuestion } from '../question/search.ts';
import { type Sources, toSources } from './model.ts';

export interface LoadedSources {
  /** Null before the first report. */
  sources: Sources | null;
  /** True while they belong to an earlier question. */
  isOld: boolean;
  isLoading: boolean;
  /** Why the current question has no report; null otherwise. */
  error: Error | null;
  retry: () => void;
}

/**
 * Loads what the answers cite. Until it arrives, the last report of the site stays.
 * @param tracked the brand that the site tracks, null if there is none, undefined while that is unknown
 */
export function useSources(
  siteId: string,
  question: TimelineQuestion,
  tracked: Brand | null | undefined,
): LoadedSources {
  const hasSources = useCapability('sources');
  const hasCounts = useCapability('counts');
  const query = useQuery({
    ...sourcesQuery(siteId, question),
    enabled: hasSources,
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({
    ...countsQuery(siteId, question),
    enabled: hasCounts,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  // Waits for the counts, so that trends do not change from numbers to shares on screen.
  const areCountsDue = hasCounts && counts.isPending && !counts.isError;
  const sources = useMemo(
    () =>
      data && tracked !== undefined && !areCountsDue
        ? toSources(data, tracked, counts.data ?? null)
        : null,
    [data, tracked, areCountsDue, counts.data],
  );
  return {
    sources,
    isOld: query.isPlaceholderData || (query.isError && data !== undefined),
    isLoading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

import { CancelledError, useQuery } from '@tanstack/react-query';
import type { RequestContext } from '../../api/get.ts';
import { useShown } from '../../api/use-shown.ts';
import { useSite } from '../../use-site.ts';
import { withoutPanels, writeSearch } from '../search/search.ts';
import { type DocumentRequest, loadResponses, type Responses } from './load-responses.ts';

/** The service's responses for a report, and the request that they belong to. */
export interface LoadedResponses {
  responses: Responses;
  request: DocumentRequest;
  /** When the responses arrived, in milliseconds since 1970. */
  loadedAt: number;
}

interface ShownResponses {
  /** Null until the first responses arrive. */
  loaded: LoadedResponses | null;
  /** True while `loaded` belongs to an earlier request. */
  isOld: boolean;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Loads the responses for a report. Until they arrive, returns the previous ones of the same site. */
export function useResponses(request: DocumentRequest, isEnabled: boolean): ShownResponses {
  const { siteId } = useSite();
  const { search, today, capabilities, sections } = request;
  // Only these sections need responses of their own, so other changes to the sections load nothing.
  const optionalSections = sections
    .filter((name) => name === 'matrix' || name === 'sources')
    .toSorted();
  const queryKey = [
    'document',
    siteId,
    today,
    capabilities,
    optionalSections,
    // Opening a panel must not load the report again.
    writeSearch(withoutPanels(search)),
  ];
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey,
    meta: { maxUnused: 5 },
    queryFn: async (context: RequestContext): Promise<LoadedResponses> => ({
      responses: await loadResponses(context, request),
      request,
      loadedAt: Date.now(),
    }),
    enabled: isEnabled,
    // A report must not change while somebody is reading it, unless parts of it are missing.
    staleTime: ({ state }) =>
      state.data && state.data.responses.missing.length > 0 ? 0 : Number.POSITIVE_INFINITY,
    retry: (failureCount, cause) => cause instanceof CancelledError && failureCount < 5,
    retryDelay: 0,
  });
  const loaded = useShown([...queryKey, dataUpdatedAt], data) ?? null;
  return {
    loaded,
    isOld: !data && loaded !== null,
    isLoading: isFetching,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

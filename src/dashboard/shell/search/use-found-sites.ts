import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedSite } from '../../../contract/sightline/resources.ts';
import { findSites } from '../../api/sightline/sites.ts';
import { tryOnceOptions } from '../../api/sightline/try-once-options.ts';
import { useCapability } from '../../session/use-session.ts';
import { hasAllWords } from '../../ui/has-all-words.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/** The maximum number of sites found for a text; a longer text narrows the search. */
const maxFoundSites = 50;

/** Milliseconds without typing before a search starts. */
const pause = 150;

const foundQuery = (typed: string) =>
  queryOptions({
    queryKey: ['found sites', typed],
    queryFn: (context) => findSites(context, typed, maxFoundSites),
    placeholderData: keepPreviousData,
    ...tryOnceOptions,
  });

export interface FoundSites {
  /** Those that match the text; during a search, the ones known so far. */
  sites: readonly ListedSite[];
  /** Whether more match than these; false during a search. */
  hasMore: boolean;
  isSearching: boolean;
}

/** Searches every site that the key can access; null if the service has no such search or it failed. */
export function useFoundSites(typed: string): FoundSites | null {
  const hasSites = useCapability('sites');
  const searched = useDebounced(typed, pause);
  // A new text cancels the search for the one before.
  const { data, isError, isPlaceholderData } = useQuery({
    ...foundQuery(searched),
    enabled: hasSites,
  });
  if (!hasSites || (isError && !data)) return null;
  if (data && !isPlaceholderData && searched === typed) {
    return { sites: data.data, hasMore: Boolean(data.nextCursor), isSearching: false };
  }
  const known = data?.data ?? [];
  const sites = known.filter(({ name, url, clientName }) =>
    hasAllWords([name, url, clientName], typed),
  );
  return { sites, hasMore: false, isSearching: true };
}

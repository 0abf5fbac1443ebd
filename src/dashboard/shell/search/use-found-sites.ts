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
const searchDelay = 150;

const foundQuery = (typed: string) =>
  queryOptions({
    queryKey: ['found sites', typed],
    queryFn: (context) => findSites(context, typed, maxFoundSites),
    placeholderData: keepPreviousData,
    ...tryOnceOptions,
  });

export interface FoundSites {
  /** The sites that match the text; during a search, the matching ones among those found before. */
  sites: readonly ListedSite[];
  /** Whether the service has more sites that match; false during a search. */
  hasMore: boolean;
  isSearching: boolean;
}

/** Searches every site that the key can access. Returns null if the service cannot do that, or the search failed. */
export function useFoundSites(typed: string): FoundSites | null {
  const hasSites = useCapability('sites');
  const searched = useDebounced(typed, searchDelay);
  // A new text cancels the search for the previous one.
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

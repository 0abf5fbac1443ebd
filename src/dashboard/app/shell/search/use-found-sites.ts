import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedSite } from '../../../../contract/sightline/resources.ts';
import { optional } from '../../../api/sightline/optional.ts';
import { findSites } from '../../../api/sightline/sites.ts';
import { hasAllWords } from '../../../ui/has-all-words.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useCapability } from '../../session/use-session.ts';

/** The maximum number of sites that a search returns; typing more narrows the search. */
const maxFoundSites = 50;

/** Milliseconds without typing before a search starts. */
const searchDelay = 150;

const foundSitesQuery = (text: string) =>
  queryOptions({
    queryKey: ['found sites', text],
    ...optional((context) => findSites(context, text, maxFoundSites)),
    placeholderData: keepPreviousData,
  });

export interface FoundSites {
  /** The sites that match the text; during a search, those of the previous results that match. */
  sites: readonly ListedSite[];
  /** Whether the service has more sites that match; false during a search. */
  hasMore: boolean;
  isSearching: boolean;
}

/** Searches every site that the key can access. Returns null if the service offers no search, or the search failed. */
export function useFoundSites(typedText: string): FoundSites | null {
  const canSearch = useCapability('sites');
  const searchedText = useDebounced(typedText, searchDelay);
  // A new text cancels the search for the previous one.
  const { data, isError, isPlaceholderData } = useQuery({
    ...foundSitesQuery(searchedText),
    enabled: canSearch,
  });
  if (!canSearch || (isError && !data)) return null;
  if (data && !isPlaceholderData && searchedText === typedText) {
    return { sites: data.data, hasMore: Boolean(data.nextCursor), isSearching: false };
  }
  const knownSites = data?.data ?? [];
  const sites = knownSites.filter(({ name, url, clientName }) =>
    hasAllWords([name, url, clientName], typedText),
  );
  return { sites, hasMore: false, isSearching: true };
}

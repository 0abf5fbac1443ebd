import { sitesPath } from '../../../contract/endpoints/sites.ts';
import { ListedSitePage } from '../../../contract/sightline/resources.ts';
import { get, type RequestContext } from '../get.ts';
import { clipSearch } from './clip-search.ts';

/**
 * Reads at most `limit` sites whose name, URL and client name together contain every typed word, newest first, for use
 * in a query function.
 * @throws ApiError
 */
export function findSites(
  context: RequestContext,
  typedText: string,
  limit: number,
): Promise<ListedSitePage> {
  const search = new URLSearchParams({ limit: String(limit) });
  if (typedText !== '') search.set('q', clipSearch(typedText));
  return get(context, ListedSitePage, sitesPath, search);
}

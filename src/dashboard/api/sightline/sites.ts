import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { ListedSitePage } from '../../../contract/sightline/resources.ts';
import type { RequestContext } from '../get.ts';
import { getWithTimeout } from './get-with-timeout.ts';

/** The maximum length of a search that the service accepts, in UTF-16 units. */
const maxSearchLength = 500;

/**
 * Reads the first sites whose name, URL and client name together contain every typed word, newest first, for use in a
 * query function.
 * @throws ApiError
 */
export function findSites(
  context: RequestContext,
  typed: string,
  limit: number,
): Promise<ListedSitePage> {
  const search = new URLSearchParams({ limit: String(limit) });
  if (typed !== '') search.set('q', typed.slice(0, maxSearchLength));
  return getWithTimeout(context, ListedSitePage, sightlinePathTo('sites', {}), search);
}

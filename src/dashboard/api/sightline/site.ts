import { isSameId } from '../../../contract/fields.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { SiteDetails } from '../../../contract/sightline/resources.ts';
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../get.ts';
import { getWithTimeout } from './get-with-timeout.ts';

/** Reads one site and its brands, for use in a query function. @throws ApiError */
export async function getSite(context: RequestContext, siteId: string): Promise<SiteDetails> {
  const path = sightlinePathTo('site', { siteId });
  const site = await getWithTimeout(context, SiteDetails, path);
  // One site's name must never appear over another's data.
  if (!isSameId(site.id, siteId)) {
    throw new ApiError({
      kind: 'unreadable',
      call: `GET ${path}`,
      reason: 'the response is for another site',
    });
  }
  return site;
}

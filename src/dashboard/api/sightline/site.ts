import { fillPath } from '../../../contract/endpoint.ts';
import { sitePath } from '../../../contract/endpoints/sites.ts';
import { isSameId } from '../../../contract/fields.ts';
import { SiteDetails } from '../../../contract/sightline/resources.ts';
import { ApiError } from '../errors.ts';
import { get, type RequestContext } from '../get.ts';

/** Reads one site and its brands, for use in a query function. @throws ApiError */
export async function getSite(context: RequestContext, siteId: string): Promise<SiteDetails> {
  const path = fillPath(sitePath, { siteId });
  const site = await get(context, SiteDetails, path);
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

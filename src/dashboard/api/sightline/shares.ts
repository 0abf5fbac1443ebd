import { queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { revokeSharePath, sharesPath } from '../../../contract/endpoints/shares.ts';
import {
  NewShare,
  type Share,
  ShareList,
  type ShareRequest,
} from '../../../contract/sightline/shares.ts';
import { get, type RequestContext } from '../get.ts';
import { request } from '../request.ts';
import { readPages } from './read-pages.ts';
import { type Revocation, revoke, type SiteCall } from './revoke.ts';

/** Shares requested per page. */
const pageSize = 100;

/** The active shares of a site, newest first. Needs the capability `shares`. */
export const sharesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['shares', siteId],
    queryFn: (context: RequestContext): Promise<Share[]> => {
      const path = fillPath(sharesPath, { siteId });
      return readPages({
        call: `GET ${path}`,
        noun: 'links',
        getPage: (search) => get(context, ShareList, path, search),
        limit: pageSize,
      });
    },
  });

/** Creates a share of a site. A failed request is never retried. @throws ApiError */
export const createShare = (
  { session, siteId }: SiteCall,
  body: v.InferInput<typeof ShareRequest>,
): Promise<NewShare> =>
  request({ method: 'POST', path: fillPath(sharesPath, { siteId }), body, session }, NewShare);

/** Revokes a share; its open sessions end at once. @throws ApiError */
export const revokeShare = ({ session, siteId }: SiteCall, shareId: string): Promise<Revocation> =>
  revoke(fillPath(revokeSharePath, { siteId, shareId }), session);

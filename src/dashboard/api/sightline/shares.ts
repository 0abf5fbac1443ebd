import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { problemTypes } from '../../../contract/problem.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import {
  NewShare,
  type Share,
  ShareList,
  type ShareRequest,
} from '../../../contract/sightline/shares.ts';
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../get.ts';
import { request } from '../request.ts';
import { getWithTimeout } from './get-with-timeout.ts';
import { readPages } from './read-pages.ts';

/** Shares requested per page. */
const pageSize = 100;

/** The active shares of a site, newest first. Needs the capability `shares`. */
export const sharesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['shares', siteId],
    queryFn: (context: RequestContext): Promise<Share[]> => {
      const path = sightlinePathTo('shares', { siteId });
      return readPages({
        call: `GET ${path}`,
        noun: 'links',
        getPage: (search) => getWithTimeout(context, ShareList, path, search),
        limit: pageSize,
      });
    },
  });

interface ShareCall {
  session: string | null;
  siteId: string;
}

/** Creates a share of a site. A failed request is never retried. @throws ApiError */
export const createShare = (
  { session, siteId }: ShareCall,
  body: v.InferInput<typeof ShareRequest>,
): Promise<NewShare> =>
  request(
    { method: 'POST', path: sightlinePathTo('createShare', { siteId }), body, session },
    NewShare,
  );

/** Revokes a share; its open sessions end at once. A share that no longer exists counts as revoked. @throws ApiError */
export async function revokeShare({ session, siteId }: ShareCall, shareId: string): Promise<void> {
  const path = sightlinePathTo('revokeShare', { siteId, shareId });
  try {
    await request({ method: 'DELETE', path, session }, v.unknown());
  } catch (error) {
    const isGone = error instanceof ApiError && error.problemType === problemTypes.shareNotFound;
    if (!isGone) throw error;
  }
}

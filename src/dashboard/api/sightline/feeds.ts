import { queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import { feedsPath, revokeFeedPath } from '../../../contract/endpoints/feeds.ts';
import {
  type Feed,
  FeedPage,
  type FeedRequest,
  NewFeed,
} from '../../../contract/sightline/shares.ts';
import { get, type RequestContext } from '../get.ts';
import { request } from '../request.ts';
import { readPages } from './read-pages.ts';
import { type Revocation, revoke, type SiteCall } from './revoke.ts';

/** Feeds requested per page. */
const pageSize = 100;

/** The active feeds of a site, newest first. Needs the capability `feeds`. */
export const feedsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['feeds', siteId],
    queryFn: (context: RequestContext): Promise<Feed[]> => {
      const path = fillPath(feedsPath, { siteId });
      return readPages({
        call: `GET ${path}`,
        noun: 'feeds',
        getPage: (search) => get(context, FeedPage, path, search),
        limit: pageSize,
      });
    },
  });

/** Creates a feed of a site. A failed request is never retried. @throws ApiError */
export const createFeed = (
  { session, siteId }: SiteCall,
  body: v.InferInput<typeof FeedRequest>,
): Promise<NewFeed> =>
  request({ method: 'POST', path: fillPath(feedsPath, { siteId }), body, session }, NewFeed);

/** Revokes a feed. @throws ApiError */
export const revokeFeed = ({ session, siteId }: SiteCall, feedId: string): Promise<Revocation> =>
  revoke(fillPath(revokeFeedPath, { siteId, feedId }), session);

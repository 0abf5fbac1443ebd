import { pathTo } from '../../contract/every-endpoint.ts';
import {
  everyDay,
  type Feed,
  type FeedPage,
  FeedRequest,
  type NewFeed,
} from '../../contract/sightline/shares.ts';
import { shareFilterOf } from '../access/share-filter.ts';
import {
  createShareRecord,
  describeReachedLimit,
  feedParameters,
  pageOf,
  readExpiry,
  readShareQuery,
  readSiteShares,
  type SharedKey,
} from '../access/share-records.ts';
import { canonicalQueryOf } from '../reports/canonical-query.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { ShareRecord } from '../store/records.ts';
import { createJsonBodyReader, decodeBody } from './json-body.ts';
import { readPaging } from './paging.ts';
import {
  createInvalidParametersProblem,
  createNotFoundProblem,
  createSharesFullProblem,
  createSiteArchivedProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import { findDateOrderFaults, toReportParameters } from './report-parameters.ts';
import { type Route, readPathId } from './route.ts';

const readBody = createJsonBodyReader('A feed', 64 * 1024);

const toFeed = ({ id, createdAt, expiresAt, lastUsedAt, share }: SharedKey): Feed => ({
  id,
  question: canonicalQueryOf(share.question),
  expiresAt: toTimestamp(expiresAt),
  createdAt: toTimestamp(createdAt),
  createdBy: share.createdBy,
  lastReadAt: toTimestamp(lastUsedAt),
});

/** GET /sightline/v1/sites/{siteId}/feeds: the active feeds of a site, newest first. */
export const feedsRoute: Route = (options) => async (context) => {
  const { store, clock } = options;
  const siteId = readPathId(context, 'siteId');
  const pagingResult = readPaging(options, context, pathTo('feeds', { siteId: siteId ?? '' }));
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const feeds = await readSiteShares(store, tenant, { kind: 'feed', siteId, now: clock() });
  const { entries, nextCursor } = pagingResult.paging.toPage(
    pageOf(feeds, pagingResult.paging.request),
  );
  const page: FeedPage = { data: entries.map(toFeed), nextCursor };
  return context.json(page);
};

/** POST /sightline/v1/sites/{siteId}/feeds: creates a feed, and returns its URL, which is not shown again. */
export const createFeedRoute: Route =
  ({ store, clock, audit }) =>
  async (context) => {
    const access = context.get('access');
    const decoded = decodeBody(FeedRequest, await readBody(context));
    const now = clock();
    const requested = readShareQuery(feedParameters, decoded.question);
    if ('faults' in requested) throw createInvalidParametersProblem(requested.faults);
    const expiry = readExpiry(decoded.expiresAt, now);
    if ('faults' in expiry) throw createInvalidParametersProblem(expiry.faults);

    const faults = findDateOrderFaults(requested.timelineQuery);
    const { startDate, endDate } = requested.timelineQuery;
    if (new URLSearchParams(requested.query).has('range') && (startDate ?? endDate) !== null) {
      faults.push({ parameter: 'range', message: 'cannot be given with startDate or endDate' });
    }
    if (faults.length > 0) throw createInvalidParametersProblem(faults);

    const siteId = readPathId(context, 'siteId');
    if (siteId === null) throw createNotFoundProblem('site');
    const share: ShareRecord = {
      kind: 'feed',
      siteId,
      title: 'Feed',
      pages: [],
      view: '',
      dates: everyDay,
      question: requested.query,
      passphrase: null,
      createdBy: access.name,
      creatorId: access.keyId,
    };
    // Reads the site as the feed will see it: without the brands that the feed's filters hide.
    const feedTenant = { ...access.tenant, shareFilter: shareFilterOf('', share, now) };
    const details = await store.site(feedTenant, siteId);
    if (!details) throw createNotFoundProblem('site');
    if (!details.site.active) throw createSiteArchivedProblem();
    toReportParameters(requested.timelineQuery, details);
    const limit = await describeReachedLimit(store, access, { kind: 'feed', siteId, now });
    if (limit !== null) throw createSharesFullProblem(limit);
    const { secret, record } = createShareRecord(share, access, { now, ...expiry });
    if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
    await store.putKeys(record);
    audit.recordShareChange('feed created', access, context.env.caller, { id: record.id, siteId });
    const newFeed: NewFeed = {
      ...toFeed({ ...record, share }),
      url: `${pathTo('feed', { token: secret })}?zone=UTC`,
    };
    return context.json(newFeed, 201);
  };

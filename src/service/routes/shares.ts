import { pathTo } from '../../contract/every-endpoint.ts';
import { filterParameters } from '../../contract/parameters.ts';
import {
  type NewShare,
  type Share,
  type SharedView,
  type ShareList,
  ShareRequest,
  type UnsavedRevocation,
} from '../../contract/sightline/shares.ts';
import { restrictKeys } from '../access/restrict-keys.ts';
import {
  createShareRecord,
  describeReachedLimit,
  pageOf,
  readExpiry,
  readShareQuery,
  readSiteShares,
  type SharedKey,
} from '../access/share-records.ts';
import { canonicalQueryOf } from '../reports/canonical-query.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { NamedBranding, ShareRecord } from '../store/records.ts';
import type { SignIns } from '../store/store.ts';
import { UntilDataChanges } from '../store/until-data-changes.ts';
import { createJsonBodyReader, decodeBody } from './json-body.ts';
import { readPaging } from './paging.ts';
import {
  createInvalidParametersProblem,
  createNotFoundProblem,
  createSharesFullProblem,
  createSiteArchivedProblem,
  createUnauthenticatedProblem,
} from './problems.ts';
import { toReportParameters } from './report-parameters.ts';
import { type Route, readPathId } from './route.ts';
import { toBranding } from './sites.ts';

const readBody = createJsonBodyReader('A share', 64 * 1024);

const toShare = (
  { id, createdAt, expiresAt, share }: SharedKey,
  signIns: SignIns | undefined,
): Share => ({
  id,
  title: share.title,
  pages: [...share.pages],
  question: canonicalQueryOf(share.question),
  dates: share.dates,
  view: share.view,
  expiresAt: toTimestamp(expiresAt),
  hasPassphrase: share.passphrase !== null,
  createdAt: toTimestamp(createdAt),
  createdBy: share.createdBy,
  lastOpenedAt: toTimestamp(signIns?.lastAt ?? null),
  opens: signIns?.times ?? 0,
});

/** GET /sightline/v1/sites/{siteId}/shares: the active shares of a site, newest first. */
export const sharesRoute: Route = (options) => async (context) => {
  const { store, clock } = options;
  const siteId = readPathId(context, 'siteId');
  const pagingResult = readPaging(options, context, pathTo('shares', { siteId: siteId ?? '' }));
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const shares = await readSiteShares(store, tenant, { kind: 'share', siteId, now: clock() });
  const { entries, nextCursor } = pagingResult.paging.toPage(
    pageOf(shares, pagingResult.paging.request),
  );
  const signIns = await store.signIns(entries);
  const page: ShareList = {
    data: entries.map((share) => toShare(share, signIns.get(share.id))),
    nextCursor,
  };
  return context.json(page);
};

/** POST /sightline/v1/sites/{siteId}/shares: creates a share, and returns its secret, which is not shown again. */
export const createShareRoute: Route =
  ({ store, clock, audit, passphrases, queues }) =>
  async (context) => {
    const access = context.get('access');
    const decoded = decodeBody(ShareRequest, await readBody(context));
    const { title, pages, dates, view } = decoded;
    const now = clock();
    const requested = readShareQuery(filterParameters, decoded.question);
    if ('faults' in requested) throw createInvalidParametersProblem(requested.faults);
    const expiry = readExpiry(decoded.expiresAt, now);
    if ('faults' in expiry) throw createInvalidParametersProblem(expiry.faults);
    const siteId = readPathId(context, 'siteId');
    if (siteId === null) throw createNotFoundProblem('site');
    const requireRoom = async () => {
      const details = await store.site(access.tenant, siteId);
      if (!details) throw createNotFoundProblem('site');
      if (!details.site.active) throw createSiteArchivedProblem();
      toReportParameters(requested.timelineQuery, details);
      const limit = await describeReachedLimit(store, access, { kind: 'share', siteId, now });
      if (limit !== null) throw createSharesFullProblem(limit);
    };
    const { signal } = context.req.raw;
    let passphrase: string | null = null;
    if (decoded.passphrase !== null) {
      await queues.light.run(access.keyId, signal, requireRoom);
      const { accountId } = access.tenant;
      passphrase = await passphrases.hash(accountId, decoded.passphrase, signal);
    }

    // Only from here on, so that calls whose passphrases wait to be hashed hold no others.
    using _slot = await queues.light.waitForSlot(access.keyId, signal);
    await requireRoom();
    const share: ShareRecord = {
      kind: 'share',
      siteId,
      title,
      pages,
      dates,
      view,
      question: requested.query,
      passphrase,
      createdBy: access.name,
      creatorId: access.keyId,
    };
    const { secret, record } = createShareRecord(share, access, { now, ...expiry });
    if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
    await store.putKeys(record);
    audit.recordShareChange('share created', access, context.env.caller, { id: record.id, siteId });
    const newShare: NewShare = { ...toShare({ ...record, share }, undefined), secret };
    return context.json(newShare, 201);
  };

/**
 * Creates the route that revokes a share or a feed. Revoking takes effect at once on this host and within a second on
 * others, even for open sessions; on a full disk, on this host only, and only until it restarts or there is space.
 */
const createRevokeRoute =
  (kind: ShareRecord['kind'], parameter: 'shareId' | 'feedId'): Route =>
  ({ store, clock, audit }) =>
  async (context) => {
    const access = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const id = readPathId(context, parameter);
    if (!siteId || !(await store.site(access.tenant, siteId))) throw createNotFoundProblem('site');
    const now = clock();
    const shares = await readSiteShares(store, access.tenant, { kind, siteId, now });
    const share = shares.find((candidate) => candidate.id === id);
    if (!share) throw createNotFoundProblem(kind);
    if (!(await context.get('isAccepted')())) throw createUnauthenticatedProblem();
    const isSaved = await restrictKeys(store, [{ ...share, revokedAt: now }]);
    audit.recordShareChange(`${kind} revoked`, access, context.env.caller, {
      id: share.id,
      siteId,
    });
    if (isSaved) return context.body(null, 204);
    const revocation: UnsavedRevocation = { isSaved };
    return context.json(revocation, 202);
  };

/** DELETE /sightline/v1/sites/{siteId}/shares/{shareId}: revokes a share. */
export const revokeShareRoute = createRevokeRoute('share', 'shareId');

/** DELETE /sightline/v1/sites/{siteId}/feeds/{feedId}: revokes a feed. */
export const revokeFeedRoute = createRevokeRoute('feed', 'feedId');

/** The maximum number of shares whose client is kept, each with a logo of up to 64 KiB. */
const maxClients = 200;

/** GET /sightline/v1/share: what the share of this session shows. */
export const shareRoute: Route = ({ store }) => {
  const clients = new UntilDataChanges<NamedBranding | null>(store, maxClients);
  return async (context) => {
    const { tenant, share, expiresAt } = context.get('access');
    const { shareFilter } = tenant;
    if (!share || !shareFilter) throw createNotFoundProblem('share');
    const { siteId } = shareFilter;
    const [details, client] = await Promise.all([
      store.site(tenant, siteId),
      clients.get(shareFilter.id, () => store.branding(tenant, siteId)),
    ]);
    if (!details) throw createNotFoundProblem('share');
    const { site, brands } = details;
    const view: SharedView = {
      id: shareFilter.id,
      title: share.title,
      pages: [...share.pages],
      question: canonicalQueryOf(share.question),
      dates: share.dates,
      view: share.view,
      expiresAt: toTimestamp(expiresAt),
      siteId: site.id,
      siteName: site.name,
      siteUrl: site.url,
      clientName: client?.name ?? null,
      brandName: brands.find(({ role }) => role === 'tracked')?.name ?? null,
      branding: client && toBranding(client),
      startDate: shareFilter.startDate,
      endDate: shareFilter.endDate,
    };
    return context.json(view);
  };
};

import { filterParameters } from '../../../contract/parameters.ts';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import {
  type NewShare,
  type Share,
  type ShareList,
  ShareRequest,
  sharesScope,
} from '../../../contract/sightline/shares.ts';
import {
  invalidParameters,
  missingScope,
  notFound,
  sharesFullProblem,
  unauthenticatedProblem,
} from '../../problems.ts';
import { hashPassphrase } from '../../shares/passphrase.ts';
import {
  createShareRecord,
  maxSharesPerSite,
  pageOf,
  readExpiry,
  readQuestion,
  readSiteShares,
  type SharedKey,
} from '../../shares/share-records.ts';
import type { ShareRecord } from '../../store/records.ts';
import type { SignIns } from '../../store/store.ts';
import { timestamp } from '../../timestamp.ts';
import { createJsonBodyReader, decodeBody } from '../json-body.ts';
import { readPaging } from '../paging.ts';
import { questionOf } from '../report-question.ts';
import { pathId, type Route } from '../route.ts';

const readBody = createJsonBodyReader('A share', 64 * 1024);

const toShare = (
  { id, createdAt, expiresAt, share }: SharedKey,
  signIns: SignIns | undefined,
): Share => ({
  id,
  title: share.title,
  pages: [...share.pages],
  question: share.question,
  dates: share.dates,
  view: share.view,
  expiresAt: timestamp(expiresAt),
  hasPassphrase: share.passphrase !== null,
  createdAt: timestamp(createdAt),
  createdBy: share.createdBy,
  lastOpenedAt: timestamp(signIns?.lastAt ?? null),
  opens: signIns?.times ?? 0,
});

/** GET /sightline/v1/sites/{siteId}/shares: the active shares of a site, newest first. */
export const sharesRoute: Route = (options) => async (context) => {
  const { store, clock } = options;
  const siteId = pathId(context, 'siteId');
  const read = readPaging(options, context, sightlinePathTo('shares', { siteId: siteId ?? '' }));
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) return notFound('site');
  const shares = await readSiteShares(store, tenant, { kind: 'share', siteId, now: clock() });
  const { entries, nextCursor } = read.paging.toPage(pageOf(shares, read.paging.request));
  const signIns = await store.signIns(entries);
  const page: ShareList = {
    data: entries.map((share) => toShare(share, signIns.get(share.id))),
    nextCursor,
  };
  return context.json(page);
};

/** POST /sightline/v1/sites/{siteId}/shares: creates a share, and gives its secret once. */
export const createShareRoute: Route =
  ({ store, clock, audit }) =>
  async (context) => {
    const access = context.get('access');
    if (!access.scopes.includes(sharesScope)) return missingScope(sharesScope);
    const body = await readBody(context);
    if (body instanceof Response) return body;
    const decoded = decodeBody(ShareRequest, body.value);
    if (decoded instanceof Response) return decoded;
    const { title, pages, dates, view, passphrase } = decoded;
    const now = clock();
    const question = readQuestion(filterParameters, decoded.question);
    if ('faults' in question) return invalidParameters(question.faults);
    const expiry = readExpiry(decoded.expiresAt, now);
    if ('faults' in expiry) return invalidParameters(expiry.faults);

    const siteId = pathId(context, 'siteId');
    const details = siteId === null ? null : await store.site(access.tenant, siteId);
    if (siteId === null || !details) return notFound('site');
    const siteQuestion = questionOf(question.timelineQuery, details);
    if (siteQuestion instanceof Response) return siteQuestion;
    const existing = await readSiteShares(store, access.tenant, { kind: 'share', siteId, now });
    if (existing.length >= maxSharesPerSite) return sharesFullProblem(maxSharesPerSite);
    const share: ShareRecord = {
      kind: 'share',
      siteId,
      title,
      pages,
      dates,
      view,
      question: question.query,
      passphrase: passphrase === null ? null : await hashPassphrase(passphrase),
      createdBy: access.name,
    };
    const { secret, record } = createShareRecord(share, access, { now, ...expiry });
    if (!(await context.get('isAccepted')())) return unauthenticatedProblem();
    await store.putKeys(record);
    audit.recordShareChange('share created', access, context.env.caller, { id: record.id, siteId });
    const created: NewShare = { ...toShare({ ...record, share }, undefined), secret };
    return context.json(created, 201);
  };

/** Creates the route that revokes a share or a feed. Revoking takes effect at once, even for open sessions. */
const createRevokeRoute =
  (kind: ShareRecord['kind'], parameter: 'shareId' | 'feedId'): Route =>
  ({ store, clock, audit }) =>
  async (context) => {
    const access = context.get('access');
    if (!access.scopes.includes(sharesScope)) return missingScope(sharesScope);
    const siteId = pathId(context, 'siteId');
    const id = pathId(context, parameter);
    if (!siteId || !(await store.site(access.tenant, siteId))) return notFound('site');
    const now = clock();
    const shares = await readSiteShares(store, access.tenant, { kind, siteId, now });
    const share = shares.find((each) => each.id === id);
    if (!share) return notFound(kind);
    if (!(await context.get('isAccepted')())) return unauthenticatedProblem();
    await store.putKeys({ ...share, revokedAt: now });
    audit.recordShareChange(`${kind} revoked`, access, context.env.caller, {
      id: share.id,
      siteId,
    });
    return context.body(null, 204);
  };

/** DELETE /sightline/v1/sites/{siteId}/shares/{shareId} */
export const revokeShareRoute = createRevokeRoute('share', 'shareId');

/** DELETE /sightline/v1/sites/{siteId}/feeds/{feedId} */
export const revokeFeedRoute = createRevokeRoute('feed', 'feedId');

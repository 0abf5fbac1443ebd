import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { msPerUtcDay } from '../../contract/dates/days.ts';
import { ranges } from '../../contract/dates/ranges.ts';
import {
  type ParameterFault,
  type ParameterTable,
  type TimelineQuery,
  timelineParameters,
  writeQuery,
} from '../../contract/parameters.ts';
import { defaultShareDays, maxShareDays } from '../../contract/sightline/shares.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import type { Instant, KeyRecord, ShareRecord } from '../store/records.ts';
import type { PageRequest, Store, Tenant } from '../store/store.ts';
import { digestOf, isActive, makeKey, prefixOf } from './keys.ts';

/** The maximum number of active shares per site, and of active feeds per site. */
const maxSharesPerSite = 200;
/** The maximum number of active shares and feeds together that one key has created. */
export const maxSharesPerKey = 1_000;

/** The parameters of a feed: those of its timeline, and a rolling range of days. */
export const feedParameters = {
  ...timelineParameters,
  range: {
    isRepeatable: false,
    value: v.pipe(v.string(), v.picklist(ranges, `must be one of ${ranges.join(', ')}`)),
  },
} as const satisfies ParameterTable;

type QueryOrFaults =
  | { faults: ParameterFault[] }
  | {
      /** The parameters as a query string, in the table's order. */
      query: string;
      /** The timeline parameters among them. */
      timelineQuery: TimelineQuery;
    };

/** Parses a query string. A parameter that is not in the table is a fault. */
export function readShareQuery(table: ParameterTable, text: string): QueryOrFaults {
  const search = new URLSearchParams(text);
  const { query, faults } = readCanonicalQuery(table, search);
  for (const name of new Set(search.keys())) {
    if (!Object.hasOwn(table, name))
      faults.push({ parameter: name, message: 'is not allowed here' });
  }
  if (faults.length > 0) return { faults };
  return {
    query: writeQuery(table, query).toString(),
    timelineQuery: readCanonicalQuery(timelineParameters, search).query,
  };
}

/** When a new share or feed expires (after `defaultShareDays` if no time is requested), or why the time is refused. */
export function readExpiry(
  requested: string | null,
  now: Instant,
): { expiresAt: Instant } | { faults: ParameterFault[] } {
  const expiresAt =
    requested === null ? now + defaultShareDays * msPerUtcDay : Date.parse(requested);
  if (expiresAt > now && expiresAt <= now + maxShareDays * msPerUtcDay) return { expiresAt };
  const message = `must be in the future, and at most ${maxShareDays} days from now`;
  return { faults: [{ parameter: 'expiresAt', message }] };
}

/** Creates the record and secret of a new share or feed. The record belongs to the tenant of the creating key. */
export function createShareRecord(
  share: ShareRecord,
  { tenant: { accountId, clientId }, isSample }: { tenant: Tenant; isSample: boolean },
  { now, expiresAt }: { now: Instant; expiresAt: Instant },
): { secret: string; record: KeyRecord } {
  const secret = makeKey();
  const record: KeyRecord = {
    id: randomUUID(),
    digest: digestOf(secret),
    prefix: prefixOf(secret),
    name: share.title,
    accountId,
    clientId,
    sample: isSample,
    expiresAt,
    share,
    scopes: [],
    createdAt: now,
    revokedAt: null,
    sessionsEndedAt: null,
    hidesNotes: false,
    lastUsedAt: null,
  };
  return { secret, record };
}

/** The key record of a share or a feed. */
export type SharedKey = KeyRecord & { share: ShareRecord };

export const isSharedKey = (record: KeyRecord): record is SharedKey => record.share !== null;

interface ShareRequestContext {
  kind: ShareRecord['kind'];
  siteId: string;
  now: Instant;
}

/** Describes the limit that keeps a key from creating another share or feed; null if none does. */
export async function describeReachedLimit(
  store: Store,
  { tenant, keyId }: { tenant: Tenant; keyId: string },
  request: ShareRequestContext,
): Promise<string | null> {
  const ofSite = await readSiteShares(store, tenant, request);
  if (ofSite.length >= maxSharesPerSite)
    return `A site can have at most ${maxSharesPerSite} shares and ${maxSharesPerSite} feeds at a time.`;
  const ofKey = (await store.keys()).filter(
    (record) => record.share?.creatorId === keyId && isActive(record, request.now),
  );
  return ofKey.length >= maxSharesPerKey
    ? `A key can have created at most ${maxSharesPerKey.toLocaleString('en')} active shares and feeds.`
    : null;
}

/** The site's active shares or feeds that the tenant may see, newest first. */
export async function readSiteShares(
  store: Store,
  { accountId, clientId }: Tenant,
  { kind, siteId, now }: ShareRequestContext,
): Promise<SharedKey[]> {
  const records = (await store.keys()).filter(isSharedKey);
  return records
    .filter((record) => record.share.kind === kind && record.share.siteId === siteId)
    .filter((record) => record.accountId === accountId)
    .filter((record) => clientId === null || record.clientId === clientId)
    .filter((record) => isActive(record, now))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

/** One page of entries that are sorted by `createdAt`, then ID, both descending. */
export const pageOf = <T extends { createdAt: Instant; id: string }>(
  entries: readonly T[],
  { after, limit }: PageRequest,
): T[] =>
  entries
    .filter(
      ({ createdAt, id }) =>
        after === null ||
        createdAt < after.createdAt ||
        (createdAt === after.createdAt && id < after.id),
    )
    .slice(0, limit);

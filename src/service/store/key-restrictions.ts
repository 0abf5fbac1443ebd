import type { Instant, KeyRecord } from './records.ts';

const earlier = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const later = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * A key's new record with every restriction of its previous one, so that no revocation, expiry or end of sessions is ever
 * undone, in whatever order changes arrive.
 */
export const keepRestrictions = (key: KeyRecord, before: KeyRecord | undefined): KeyRecord =>
  before === undefined
    ? key
    : {
        ...key,
        revokedAt: earlier(key.revokedAt, before.revokedAt),
        expiresAt: earlier(key.expiresAt, before.expiresAt),
        sessionsEndedAt: later(key.sessionsEndedAt, before.sessionsEndedAt),
      };

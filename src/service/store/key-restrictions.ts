import type { Instant, KeyRecord } from './records.ts';

const earlierOf = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const laterOf = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * A key's new record with every restriction of its previous one, so that no revocation, expiry or end of sessions is
 * ever undone, in whatever order changes arrive.
 */
export const keepRestrictions = (key: KeyRecord, before: KeyRecord | undefined): KeyRecord =>
  before === undefined
    ? key
    : {
        ...key,
        revokedAt: earlierOf(key.revokedAt, before.revokedAt),
        expiresAt: earlierOf(key.expiresAt, before.expiresAt),
        sessionsEndedAt: laterOf(key.sessionsEndedAt, before.sessionsEndedAt),
      };

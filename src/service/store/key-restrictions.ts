import type { Instant, KeyRecord } from './records.ts';

const earlierOf = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const laterOf = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * Adds the restrictions of a key's previous record to its new one, so that no revocation, expiry, end of sessions or
 * hiding of notes is ever undone, whatever the order in which changes arrive.
 */
export const keepRestrictions = (key: KeyRecord, previous: KeyRecord | undefined): KeyRecord =>
  previous === undefined
    ? key
    : {
        ...key,
        revokedAt: earlierOf(key.revokedAt, previous.revokedAt),
        expiresAt: earlierOf(key.expiresAt, previous.expiresAt),
        sessionsEndedAt: laterOf(key.sessionsEndedAt, previous.sessionsEndedAt),
        hidesNotes: key.hidesNotes || previous.hidesNotes,
      };

/** Whether two records of a key restrict it in the same way. */
export const hasSameRestrictions = (key: KeyRecord, other: KeyRecord | undefined): boolean =>
  key.revokedAt === other?.revokedAt &&
  key.expiresAt === other.expiresAt &&
  key.sessionsEndedAt === other.sessionsEndedAt;

import { msPerUtcDay } from '../../contract/dates/days.ts';
import type { Instant, KeyRecord } from './records.ts';

/** How many days a share or feed stays in the store after it is revoked or expires. */
const endedShareKeptDays = 30;

/** Whether a share or feed ended so long ago that it can be removed. Keys are kept. */
export function isLongEnded({ share, revokedAt, expiresAt }: KeyRecord, now: Instant): boolean {
  const endedAt = Math.min(
    revokedAt ?? Number.POSITIVE_INFINITY,
    expiresAt ?? Number.POSITIVE_INFINITY,
  );
  return share !== null && endedAt < now - endedShareKeptDays * msPerUtcDay;
}

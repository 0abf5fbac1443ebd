import { dayAndTime } from '../../time/format.ts';

/** Until when a link or a feed works, in a zone; empty if the service does not say. */
export function untilText(expiresAt: string | null, zone: string): string {
  const instant = Date.parse(expiresAt ?? '');
  return Number.isNaN(instant) ? '' : `until ${dayAndTime(instant, zone, undefined)}`;
}

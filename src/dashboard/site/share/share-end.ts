import { dayAndTime } from '../../../figures/formats/dates.ts';
import { pageLocale } from '../../locale.ts';

/**
 * When a link or a feed stops working, as text in a zone: "until Fri, Nov 20, 2026, 11:37 PM". Empty if the time is
 * missing or invalid.
 */
export function untilText(expiresAt: string | null, zone: string): string {
  const instant = Date.parse(expiresAt ?? '');
  return Number.isNaN(instant) ? '' : `until ${dayAndTime(instant, zone, pageLocale())}`;
}

import * as v from 'valibot';
import { msPerUtcDay } from '../../contract/dates/days.ts';
import { isDay } from '../../contract/fields.ts';
import type { Instant } from '../../service/store/records.ts';
import { AdministrationError } from './administration-error.ts';

const maxDays = 36_500;

/** How long a new key works: through the end of a UTC day (YYYY-MM-DD), or for a number of 24-hour days. */
export const Lifetime = v.union([
  v.object({ through: v.string() }),
  v.object({ days: v.number() }),
]);
export type Lifetime = v.InferOutput<typeof Lifetime>;

/** @throws AdministrationError unless `days` is a whole number from `minDays` to `maxDays`. */
export function checkDays(days: number, minDays: number, flag: string): void {
  if (Number.isInteger(days) && days >= minDays && days <= maxDays) return;
  throw new AdministrationError(
    `${flag} takes a whole number of days, ${minDays} to ${maxDays.toLocaleString('en')}.`,
  );
}

/**
 * Calculates the instant at which a key created now stops working.
 * @throws AdministrationError for a day that does not exist or is in the past, or a number of days out of range.
 */
export function calculateExpiry(lifetime: Lifetime, now: Instant): Instant {
  if ('days' in lifetime) {
    checkDays(lifetime.days, 1, '--days');
    return now + lifetime.days * msPerUtcDay;
  }
  const { through } = lifetime;
  if (!isDay(through)) {
    throw new AdministrationError('--expires takes a UTC day, such as 2027-01-31.');
  }
  const end = Date.parse(`${through}T00:00:00.000Z`) + msPerUtcDay;
  if (end <= now) throw new AdministrationError(`--expires ${through} is in the past (UTC).`);
  return end;
}

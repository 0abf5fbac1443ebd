/** Milliseconds in an hour of the clock; a local day may hold 23 or 25 of them. */
export const hour = 3_600_000;
/** Milliseconds in a UTC day. */
export const utcDayLength = 24 * hour;

/** True for a zone that this browser knows: an IANA name such as `Pacific/Auckland`, or `UTC`. */
export function isZone(name: string): boolean {
  // Offsets such as "+02:00" are understood by Intl too, but name no place and no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone of the viewer's device. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The UTC calendar day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** A calendar day so many days after another, both YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * utcDayLength);

/** Milliseconds in an hour. */
export const hour = 3_600_000;
/** Milliseconds in a UTC day. */
export const utcDayLength = 24 * hour;

/** Whether this browser knows a zone: an IANA name such as `Pacific/Auckland`, or `UTC`. */
export function isZone(name: string): boolean {
  // Intl also accepts offsets such as "+02:00", which have no place and no daylight saving.
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

/** The calendar day (YYYY-MM-DD) a number of days after another. */
export const dayAfter = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * utcDayLength);

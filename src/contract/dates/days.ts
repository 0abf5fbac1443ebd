/** Milliseconds in a UTC day. */
export const msPerUtcDay = 86_400_000;

/** The UTC calendar day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The calendar day (YYYY-MM-DD) that is `days` after `day`, or before it if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * msPerUtcDay);

/** Noon of a UTC day (YYYY-MM-DD) in milliseconds since the epoch. Used for a scan whose time is unknown. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

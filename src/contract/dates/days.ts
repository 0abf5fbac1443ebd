/** Milliseconds in a UTC day. */
export const msPerUtcDay = 86_400_000;

/** The UTC calendar day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The calendar day (YYYY-MM-DD) that is a number of days after another, or before it if the number is negative. */
export const dayAfter = (day: string, days: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + days * msPerUtcDay);

/** Noon of a UTC day (YYYY-MM-DD) in milliseconds since the epoch. It stands for the unknown time of a scan. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** When a run begins, in UTC, and the zone of the machine. */
export interface ClockDate {
  start: string;
  zone: string;
}

/**
 * Minutes before and after midnight UTC, ends of months, leap days, turns of the year, and days of clock changes. Dates
 * that are over when a run begins must be replaced: the browser, whose own clock is not shifted, drops their cookies.
 */
export const clockDates: readonly ClockDate[] = [
  { start: '2026-11-30T23:58:00Z', zone: 'Pacific/Pago_Pago' },
  { start: '2026-12-31T10:01:00Z', zone: 'Pacific/Kiritimati' },
  { start: '2026-12-31T23:58:00Z', zone: 'UTC' },
  { start: '2027-01-01T00:01:00Z', zone: 'America/Los_Angeles' },
  { start: '2027-01-01T12:00:00Z', zone: 'Asia/Tokyo' },
  { start: '2027-01-31T23:58:00Z', zone: 'Pacific/Auckland' },
  { start: '2027-02-28T23:58:00Z', zone: 'America/Sao_Paulo' },
  { start: '2027-03-01T00:01:00Z', zone: 'Pacific/Honolulu' },
  { start: '2027-03-14T09:58:00Z', zone: 'America/Los_Angeles' },
  { start: '2027-03-28T00:58:00Z', zone: 'Europe/London' },
  { start: '2027-03-31T23:58:00Z', zone: 'Asia/Kolkata' },
  { start: '2027-04-03T14:58:00Z', zone: 'Australia/Lord_Howe' },
  { start: '2027-04-30T21:58:00Z', zone: 'Africa/Cairo' },
  { start: '2027-05-31T23:58:00Z', zone: 'Pacific/Chatham' },
  { start: '2027-06-30T23:59:00Z', zone: 'Asia/Tehran' },
  { start: '2027-07-01T00:01:00Z', zone: 'America/St_Johns' },
  { start: '2027-07-31T23:58:00Z', zone: 'Pacific/Tongatapu' },
  { start: '2027-08-31T23:59:00Z', zone: 'Asia/Dhaka' },
  { start: '2027-09-30T23:58:00Z', zone: 'America/Anchorage' },
  { start: '2027-10-02T15:58:00Z', zone: 'Australia/Sydney' },
  { start: '2027-10-31T00:58:00Z', zone: 'Atlantic/Azores' },
  { start: '2027-11-07T06:58:00Z', zone: 'America/Chicago' },
  { start: '2027-12-31T23:58:00Z', zone: 'Pacific/Pago_Pago' },
  { start: '2028-01-01T00:01:00Z', zone: 'Pacific/Kiritimati' },
  { start: '2028-01-31T23:58:00Z', zone: 'Asia/Dubai' },
  { start: '2028-02-28T23:58:00Z', zone: 'Pacific/Kiritimati' },
  { start: '2028-02-29T12:00:00Z', zone: 'America/Denver' },
  { start: '2028-02-29T23:58:00Z', zone: 'Pacific/Pago_Pago' },
  { start: '2028-03-01T00:01:00Z', zone: 'Asia/Shanghai' },
  { start: '2028-03-26T00:58:00Z', zone: 'Europe/Berlin' },
  { start: '2028-03-30T23:58:00Z', zone: 'Atlantic/South_Georgia' },
  { start: '2028-05-30T23:58:00Z', zone: 'Asia/Bangkok' },
  // The clocks of Europe go back, and those of the United States.
  { start: '2028-10-29T00:58:00Z', zone: 'Europe/Berlin' },
  { start: '2028-10-31T23:58:00Z', zone: 'Asia/Kathmandu' },
  { start: '2028-11-05T05:58:00Z', zone: 'America/New_York' },
  { start: '2028-11-28T12:00:00Z', zone: 'UTC' },
  { start: '2028-11-29T00:10:00Z', zone: 'UTC' },
  { start: '2028-12-30T23:58:00Z', zone: 'America/Halifax' },
  { start: '2028-12-31T23:58:00Z', zone: 'Europe/Moscow' },
  { start: '2029-01-01T00:00:30Z', zone: 'Asia/Kabul' },
];

import { describe, expect, it } from 'vitest';
import { formatDuration, formatInZoneAndUtc } from './scan-time.ts';

describe('a duration', () => {
  const start = '2026-01-01T00:00:00Z';
  it.each([
    ['2026-01-01T00:00:00Z', '0 seconds'],
    ['2026-01-01T00:00:01Z', '1 second'],
    ['2026-01-01T00:04:30Z', '4 minutes 30 seconds'],
    ['2026-01-01T01:04:30Z', '1 hour 4 minutes'],
    ['2026-01-01T02:00:30Z', '2 hours'],
    ['2026-01-03T01:00:00Z', '2 days 1 hour'],
    ['2025-12-31T23:59:59Z', null],
    ['soon', null],
    [null, null],
  ])('until %s is %s', (end, words) => {
    expect(formatDuration(start, end, 'en-GB')).toBe(words);
  });

  it('is null if the start is unknown', () => {
    expect(formatDuration(null, start, 'en-GB')).toBeNull();
  });
});

describe('a time', () => {
  it('is shown in the zone and in UTC, across midnight and a clock change', () => {
    const { local, utc } = formatInZoneAndUtc('2026-10-24T23:30:00Z', 'Europe/Berlin', 'en-GB');
    expect(local).toMatch(/25 Oct 2026.*01:30/);
    expect(utc).toMatch(/24 Oct 2026.*23:30 UTC$/);
    expect(formatInZoneAndUtc('2026-10-25T01:30:00Z', 'Europe/Berlin', 'en-GB').local).toMatch(
      /02:30/,
    );
  });

  it('is shown once if the zone is UTC', () => {
    expect(formatInZoneAndUtc('2026-10-24T23:30:00Z', 'UTC', 'en-GB')).toEqual({
      local: expect.stringMatching(/24 Oct 2026.*23:30 UTC$/),
      utc: null,
    });
  });

  it('is shown unchanged if it is invalid', () => {
    expect(formatInZoneAndUtc('yesterday', 'UTC', 'en-GB')).toEqual({
      local: 'yesterday',
      utc: null,
    });
  });
});

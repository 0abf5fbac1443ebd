import { describe, expect, it } from 'vitest';
import { calendarDay, dayAndTime, zoneLabel } from './dates.ts';

const instant = Date.parse('2026-11-07T23:37:00Z');

it('a zone is labelled with its place and offset from UTC, unless it is UTC', () => {
  expect(zoneLabel('Europe/Berlin', instant)).toBe('Berlin, UTC+1');
  expect(zoneLabel('America/St_Johns', instant)).toBe('St Johns, UTC-3:30');
  expect(zoneLabel('UTC', instant)).toBe('UTC');
});

describe('a formatted date', () => {
  it('is written in its zone and locale', () => {
    expect(dayAndTime(instant, 'Europe/Berlin', 'en-GB')).toBe('Sun, 8 Nov 2026, 00:37');
    expect(dayAndTime(instant, 'UTC', 'de')).toBe('Sa., 7. Nov. 2026, 23:37');
  });

  it('is not converted to another zone if it is a calendar day, and is unchanged if it is invalid', () => {
    expect(calendarDay('2026-11-07', 'en-GB')).toBe('Sat, 7 Nov 2026');
    expect(calendarDay('soon', 'en-GB')).toBe('soon');
  });
});

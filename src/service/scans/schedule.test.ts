import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../contract/sightline/scans.ts';
import { lastDueTime, nextDueTime } from './schedule.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const at = (text: string) => Date.parse(text);
const textOf = (instant: number | null) => instant && new Date(instant).toISOString();

/** The due times between two instants. */
function dueTimes(schedule: Schedule, from: string, to: string): string[] {
  const times: string[] = [];
  for (
    let due = nextDueTime(schedule, at(from));
    due !== null && due < at(to);
    due = nextDueTime(schedule, due)
  )
    times.push(new Date(due).toISOString());
  return times;
}

describe('nextDueTime', () => {
  test('is at the local time of the zone', () => {
    const schedule = { days: everyDay, time: '06:30', zone: 'Asia/Kolkata' };
    expect(textOf(nextDueTime(schedule, at('2026-11-02T00:00Z')))).toBe('2026-11-02T01:00:00.000Z');
  });

  test('counts days of the week from Monday, in the zone', () => {
    const schedule = { days: [1, 7], time: '00:30', zone: 'Europe/Berlin' };
    // 2 November 2026 is a Monday.
    expect(dueTimes(schedule, '2026-11-01T12:00Z', '2026-11-09T12:00Z')).toEqual([
      '2026-11-01T23:30:00.000Z',
      '2026-11-07T23:30:00.000Z',
      '2026-11-08T23:30:00.000Z',
    ]);
  });

  test('keeps the local time when the clocks change', () => {
    const schedule = { days: everyDay, time: '06:00', zone: 'Europe/Berlin' };
    expect(dueTimes(schedule, '2026-10-24T00:00Z', '2026-10-26T12:00Z')).toEqual([
      '2026-10-24T04:00:00.000Z',
      '2026-10-25T05:00:00.000Z',
      '2026-10-26T05:00:00.000Z',
    ]);
  });

  test('of a local time that daylight saving leaves out is when the clocks go forward', () => {
    const schedule = { days: everyDay, time: '02:30', zone: 'Europe/Berlin' };
    expect(dueTimes(schedule, '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  test('of a local time that occurs twice is the first one only', () => {
    const schedule = { days: everyDay, time: '02:30', zone: 'Europe/Berlin' };
    expect(dueTimes(schedule, '2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });
});

describe('lastDueTime', () => {
  const schedule = { days: [1], time: '06:00', zone: 'UTC' };
  const monday = at('2026-11-02T06:00Z');

  test('is the newest of several that have passed', () => {
    const now = at('2026-11-20T00:00Z');
    expect(textOf(lastDueTime(schedule, at('2026-10-01T00:00Z'), now))).toBe(
      '2026-11-16T06:00:00.000Z',
    );
  });

  test('includes this very instant', () => {
    expect(lastDueTime(schedule, 0, monday)).toBe(monday);
    expect(lastDueTime(schedule, 0, monday - 1)).toBe(monday - 7 * 86_400_000);
  });

  test('is null if there is none after the other instant', () => {
    expect(lastDueTime(schedule, monday, monday + 86_400_000)).toBeNull();
    expect(lastDueTime(schedule, monday - 1, monday + 86_400_000)).toBe(monday);
  });

  test('agrees with nextDueTime in a year of any zone', () => {
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
      const daily = { days: everyDay, time: '02:15', zone };
      for (const due of dueTimes(daily, '2026-01-01T00:00Z', '2027-01-01T00:00Z')) {
        expect(lastDueTime(daily, 0, at(due))).toBe(at(due));
        expect(lastDueTime(daily, 0, at(due) + 60_000)).toBe(at(due));
      }
    }
  });
});

describe('around every change of the clocks of two years', () => {
  const hour = 3_600_000;
  const day = 24 * hour;

  interface ClockChange {
    zone: string;
    at: number;
    /** How far the clocks are ahead of UTC, in milliseconds. */
    before: number;
    after: number;
  }

  function clockChangesOf(zone: string): ClockChange[] {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const offsetAt = (instant: number) => {
      const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? [];
      return (
        (Number(`${sign ?? ''}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * hour) / 60
      );
    };
    const changes: ClockChange[] = [];
    let before = offsetAt(at('2026-01-01'));
    for (let end = at('2026-01-02'); end < at('2028-01-01'); end += day) {
      const after = offsetAt(end);
      if (after === before) continue;
      let [early, late] = [end - day, end];
      while (late - early > 60_000) {
        const middle = (early + late) / 2;
        if (offsetAt(middle) === before) early = middle;
        else late = middle;
      }
      changes.push({ zone, at: Math.floor(late / 60_000) * 60_000, before, after });
      before = after;
    }
    return changes;
  }

  // Most zones share their changes with others.
  const changes = new Map(
    Intl.supportedValuesOf('timeZone')
      .flatMap(clockChangesOf)
      .map((change) => [`${change.at} ${change.before} ${change.after}`, change]),
  );

  test('a weekly time is due at the first instant that has it, or at the change if none has', () => {
    expect(changes.size).toBeGreaterThan(20);
    for (const { zone, at: change, before, after } of changes.values())
      for (let half = -6; half <= 6; half += 1) {
        const local = change + Math.min(before, after) + (half * hour) / 2;
        const instants = [
          ...(local - before < change ? [local - before] : []),
          ...(local - after >= change ? [local - after] : []),
        ];
        const due = Math.min(...instants, ...(instants.length === 0 ? [change] : []));
        const date = new Date(local);
        const time = date.toISOString().slice(11, 16);
        const schedule = { days: [date.getUTCDay() || 7], time, zone };
        const found = [
          nextDueTime(schedule, due - 2 * day),
          nextDueTime(schedule, due - 1),
          lastDueTime(schedule, 0, due),
          lastDueTime(schedule, 0, due + 1.5 * hour),
          lastDueTime(schedule, 0, due + 2 * day),
        ];
        expect({ schedule, found: new Set(found) }).toEqual({ schedule, found: new Set([due]) });
      }
  });
});

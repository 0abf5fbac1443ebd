import { afterEach, describe, expect, it } from 'vitest';
import { addDays, utcDay } from '../../contract/dates/days.ts';
import { instantAt } from '../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import { isZone } from '../../contract/dates/zone.ts';
import { calendarDay, dayAndTime, zoneLabel } from '../../figures/formats/dates.ts';
import { localMidnights, timeTicks } from './ticks.ts';
import { msPerHour, viewerZone } from './zone.ts';

/** Zones with days of 2026 on which their clocks change, and the number of hours of each day. */
const changes = [
  ['Pacific/Auckland', '2026-04-05', 25],
  ['Pacific/Auckland', '2026-09-27', 23],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['America/St_Johns', '2026-03-08', 23],
  ['America/St_Johns', '2026-11-01', 25],
] as const;
const zones = [
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'UTC',
];
const changeDays = [...new Set(changes.map(([, day]) => day))];

const deviceZone = process.env['TZ'];
afterEach(() => {
  if (deviceZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = deviceZone;
});

describe.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('on a device in %s', (device) => {
  it.each(changes)('in %s, %s has %i hours between two midnights', (zone, day, hours) => {
    process.env['TZ'] = device;
    expect(viewerZone()).toBe(device);
    const start = instantAt(day, '00:00', zone);
    const end = instantAt(addDays(day, 1), '00:00', zone);
    expect((end - start) / msPerHour).toBe(hours);
    expect(wallClockAt(start, zone)).toEqual({ day, time: '00:00:00' });
    expect(wallClockAt(start - 1, zone).day).toBe(addDays(day, -1));
  });

  it.each(zones)('%s gets one tick per local day around clock changes', (zone) => {
    process.env['TZ'] = device;
    for (const day of changeDays) {
      const days = [-2, -1, 0, 1, 2, 3].map((offset) => addDays(day, offset));
      const from = instantAt(addDays(day, -2), '00:00', zone);
      const to = instantAt(addDays(day, 3), '00:00', zone);
      expect(localMidnights(from, to, zone).map((at) => wallClockAt(at, zone).day)).toEqual(days);
      expect(timeTicks(from, to, zone, 12, 'en-GB').map((tick) => tick.instant)).toEqual(
        localMidnights(from, to, zone),
      );
    }
  });

  it.each(zones)(
    'converts every hour of the days of clock changes in %s to an instant and back',
    (zone) => {
      process.env['TZ'] = device;
      for (const day of changeDays) {
        for (let at = 0; at < 24; at += 1) {
          const time = `${String(at).padStart(2, '0')}:00`;
          const shown = wallClockAt(instantAt(day, time, zone), zone);
          // A skipped hour is converted to the moment of the jump, which clocks show as one hour later.
          const skipped = `${String(at + 1).padStart(2, '0')}:00`;
          expect([`${day} ${time}:00`, `${day} ${skipped}:00`]).toContain(
            `${shown.day} ${shown.time}`,
          );
        }
      }
    },
  );
});

it('converts a time that occurs twice, two hours apart, to its first instant', () => {
  const first = instantAt('2026-10-25', '01:30', 'Antarctica/Troll');
  expect(new Date(first).toISOString()).toBe('2026-10-24T23:30:00.000Z');
});

describe('a zone', () => {
  it('is a name that this device knows', () => {
    expect(['UTC', 'Asia/Kolkata', 'America/Argentina/Ushuaia'].every(isZone)).toBe(true);
    expect(['', '+02:00', 'Europe/Atlantis', '__proto__', 'now'].some(isZone)).toBe(false);
  });

  it('resolves an ambiguous time to its first instant and a skipped one to the jump', () => {
    const first = instantAt('2026-10-25', '02:30', 'Europe/Berlin');
    expect(new Date(first).toISOString()).toBe('2026-10-25T00:30:00.000Z');
    const skipped = instantAt('2026-03-29', '02:30', 'Europe/Berlin');
    expect(new Date(skipped).toISOString()).toBe('2026-03-29T01:00:00.000Z');
  });

  it('starts a day without midnight at the jump', () => {
    const start = instantAt('2026-09-06', '00:00', 'America/Santiago');
    expect(wallClockAt(start, 'America/Santiago')).toEqual({ day: '2026-09-06', time: '01:00:00' });
    expect(utcDay(start - 1)).toBe('2026-09-06');
    expect(wallClockAt(start - 1, 'America/Santiago').day).toBe('2026-09-05');
  });

  it('has no midnight for a skipped day', () => {
    const zone = 'Pacific/Apia';
    const days = localMidnights(
      Date.parse('2011-12-28T10:00:00Z'),
      Date.parse('2012-01-01T12:00:00Z'),
      zone,
    ).map((at) => wallClockAt(at, zone).day);
    expect(days).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01', '2012-01-02']);
  });
});

describe('a time axis', () => {
  const start = Date.parse('2026-11-07T11:37:00Z');

  it.each(zones)('in %s has no more ticks than fit, all of them on whole local hours', (zone) => {
    for (const days of [0.1, 0.5, 1, 1.9, 2, 3, 7, 20, 45, 64, 100, 200, 365, 800, 1500, 3653]) {
      for (const room of [3, 6, 12]) {
        const ticks = timeTicks(start, start + days * 24 * msPerHour, zone, room, 'en-GB');
        expect(ticks.length, `${days} days, room for ${room}`).toBeLessThanOrEqual(room);
        if (days >= 0.5) expect(ticks.length, `${days} days`).toBeGreaterThan(0);
        for (const { instant } of ticks) {
          const { time } = wallClockAt(instant, zone);
          if (days >= 2) expect(time).toBe('00:00:00');
          else expect(time).toMatch(/:00:00$/);
        }
      }
    }
  });

  it('labels each hour once in a day of 25 hours', () => {
    const from = instantAt('2026-10-25', '00:00', 'Europe/Berlin');
    const ticks = timeTicks(from, from + 6 * msPerHour, 'Europe/Berlin', 12, 'en-GB');
    expect(ticks.map((tick) => tick.label)).toEqual([
      '25 Oct',
      '01:00',
      '02:00',
      '03:00',
      '04:00',
      '05:00',
    ]);
  });

  it('starts weeks on Mondays, and months and years on their first day', () => {
    const labels = (days: number, room: number) =>
      timeTicks(start, start + days * 24 * msPerHour, 'Europe/Berlin', room, 'en-GB').map(
        (tick) => tick.label,
      );
    expect(labels(30, 6)).toEqual(['9 Nov', '16 Nov', '23 Nov', '30 Nov', '7 Dec']);
    expect(labels(100, 6)).toEqual(['Dec 2026', 'Jan 2027', 'Feb 2027']);
    expect(labels(3653, 12)).toHaveLength(10);
    expect(labels(3653, 12)[0]).toBe('2027');
  });
});

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

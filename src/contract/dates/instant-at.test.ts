import { afterEach, describe, expect, it } from 'vitest';
import { addDays, utcDay } from './days.ts';
import { instantAt } from './instant-at.ts';
import { wallClockAt } from './wall-clock.ts';
import { isZone } from './zone.ts';

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
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(device);
    const start = instantAt(day, '00:00', zone);
    const end = instantAt(addDays(day, 1), '00:00', zone);
    expect((end - start) / 3_600_000).toBe(hours);
    expect(wallClockAt(start, zone)).toEqual({ day, time: '00:00:00' });
    expect(wallClockAt(start - 1, zone).day).toBe(addDays(day, -1));
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
});

import { afterEach, describe, expect, it } from 'vitest';
import { addDays } from '../../contract/dates/days.ts';
import { instantAt } from '../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import { localMidnights, timeTicks } from './ticks.ts';
import { msPerHour } from './zone.ts';

const zones = [
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'UTC',
];
/** Days on which the clocks of some of these zones change. */
const changeDays = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-25',
  '2026-11-01',
];

const deviceZone = process.env['TZ'];
afterEach(() => {
  if (deviceZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = deviceZone;
});

describe.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('on a device in %s', (device) => {
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
});

it('a zone has no midnight for a skipped day', () => {
  const zone = 'Pacific/Apia';
  const days = localMidnights(
    Date.parse('2011-12-28T10:00:00Z'),
    Date.parse('2012-01-01T12:00:00Z'),
    zone,
  ).map((at) => wallClockAt(at, zone).day);
  expect(days).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01', '2012-01-02']);
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

import { describe, expect, it } from 'vitest';
import { readSearch, type TimelineSearch } from './search.ts';
import { utcDayHint } from './utc-days.ts';

const today = '2026-11-08';
const searchOf = (raw: Record<string, string>): TimelineSearch => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};

describe('the hint about UTC days', () => {
  const hint = (raw: Record<string, string>, zone: string, day = today) =>
    utcDayHint(searchOf(raw), zone, day, 'en-GB');

  it.each([
    ['Europe/Berlin', '2026-07-15', 'A UTC day runs from 02:00 to 02:00 in Berlin.'],
    ['Europe/Berlin', '2026-11-08', 'A UTC day runs from 01:00 to 01:00 in Berlin.'],
    [
      'America/St_Johns',
      '2026-07-15',
      'A UTC day runs from 21:30 the day before to 21:30 in St Johns.',
    ],
    [
      'America/St_Johns',
      '2026-11-08',
      'A UTC day runs from 20:30 the day before to 20:30 in St Johns.',
    ],
    ['Pacific/Auckland', '2026-07-15', 'A UTC day runs from 12:00 to 12:00 in Auckland.'],
    ['Pacific/Auckland', '2026-11-08', 'A UTC day runs from 13:00 to 13:00 in Auckland.'],
    ['UTC', '2026-11-08', 'A UTC day runs from 00:00 to 00:00 in UTC.'],
  ])('describes today if all dates are in view: %s on %s', (zone, day, words) => {
    expect(hint({}, zone, day)).toBe(words);
  });

  it.each([
    ['Europe/Berlin', '2026-10-01', '2026-11-03', '02:00 to 02:00', '01:00 to 01:00'],
    ['Europe/Berlin', '2026-03-01', '2026-04-01', '01:00 to 01:00', '02:00 to 02:00'],
    [
      'America/St_Johns',
      '2026-10-01',
      '2026-11-03',
      '21:30 the day before to 21:30',
      '20:30 the day before to 20:30',
    ],
    [
      'America/St_Johns',
      '2026-03-01',
      '2026-04-01',
      '20:30 the day before to 20:30',
      '21:30 the day before to 21:30',
    ],
    ['Pacific/Auckland', '2026-03-01', '2026-05-01', '13:00 to 13:00', '12:00 to 12:00'],
    ['Pacific/Auckland', '2026-09-01', '2026-10-01', '12:00 to 12:00', '13:00 to 13:00'],
    [
      'Atlantic/Azores',
      '2026-10-01',
      '2026-11-03',
      '00:00 to 00:00',
      '23:00 the day before to 23:00',
    ],
  ])(
    'describes both ends when clocks change between them: %s, %s to %s',
    (zone, startDate, endDate, hoursAtStart, hoursAtEnd) => {
      const words = hint({ startDate, endDate }, zone);
      expect(words).toContain(
        `from ${hoursAtStart} at the start of these dates and from ${hoursAtEnd} at the end.`,
      );
    },
  );

  it('describes the day on which clocks change', () => {
    const day = { startDate: '2026-10-25', endDate: '2026-10-25' };
    expect(hint(day, 'Europe/Berlin')).toBe('A UTC day runs from 02:00 to 01:00 in Berlin.');
  });

  it('treats an open end as today (or as the start if that is later), an open start as the end, and a rolling range as its days', () => {
    const both = /from 02:00 to 02:00 at the start .* from 01:00 to 01:00 at the end/;
    expect(hint({ startDate: '2026-07-01' }, 'Europe/Berlin')).toMatch(both);
    expect(hint({ range: '30d' }, 'Europe/Berlin')).toMatch(both);
    expect(hint({ range: '7d' }, 'Europe/Berlin')).toMatch(/^A UTC day runs from 01:00/);
    expect(hint({ endDate: '2026-07-01' }, 'Europe/Berlin')).toMatch(/^A UTC day runs from 02:00/);
    expect(hint({ startDate: '2027-07-01' }, 'Europe/Berlin')).toMatch(/^A UTC day runs from 02:/);
  });
});

import { expect, it } from 'vitest';
import { scanDayOf, scanInstantOf } from './scan-day.ts';

const at = (text: string) => Date.parse(text);
const [created, started, completed] = [
  at('2026-01-01T23:59:59.999Z'),
  at('2026-01-02T00:00:00.000Z'),
  at('2026-01-03T08:00:00.000Z'),
];

it.each([
  [completed, started, '2026-01-03', completed],
  [null, started, '2026-01-02', at('2026-01-02T12:00:00.000Z')],
  [null, null, '2026-01-01', at('2026-01-01T12:00:00.000Z')],
])(
  'a scan completed at %s and started at %s has the day %s and the instant %s',
  (completedAt, startedAt, date, instant) => {
    const day = scanDayOf({ completedAt, startedAt, createdAt: created });
    expect(day).toBe(date);
    expect(scanInstantOf({ completedAt, date: day })).toBe(instant);
  },
);

import { expect, it } from 'vitest';
import { scanDayOf, scanInstantOf } from './scan-day.ts';

const at = (text: string) => Date.parse(text);
const [created, started, completed] = [
  at('2026-01-01T23:59:59.999Z'),
  at('2026-01-02T00:00:00.000Z'),
  at('2026-01-03T08:00:00.000Z'),
];

it.each([
  ['when it was completed', completed, started, '2026-01-03', completed],
  [
    'at noon on the day it started if its completion is unknown',
    null,
    started,
    '2026-01-02',
    at('2026-01-02T12:00:00.000Z'),
  ],
  [
    'at noon on the day it was created if nothing else is known',
    null,
    null,
    '2026-01-01',
    at('2026-01-01T12:00:00.000Z'),
  ],
])('dates a scan %s', (_, completedAt, startedAt, date, instant) => {
  const day = scanDayOf({ completedAt, startedAt, createdAt: created });
  expect(day).toBe(date);
  expect(scanInstantOf({ completedAt, date: day })).toBe(instant);
});

import { expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { toModel } from '../../../figures/series/model.ts';
import { summariseSeries } from '../../../figures/series/series-summary.ts';
import { createPalette } from '../series/looks.ts';
import { bucketedInView, groupIntoBuckets } from './bucketed-drawing.ts';
import { daysIn } from './drag-zoom.tsx';

const wording = { zone: 'Pacific/Auckland', locale: 'en-GB', unit: '%', decimals: 1 };
const openDays = { startDate: null, endDate: null };
const normaliseSpaces = (text: string | null) => text?.replaceAll(/\s/g, ' ');

/** A chart of one brand. Each value is keyed by its scan's time, or by the scan's UTC day if the time is unknown. */
function chartOf(values: Record<string, number | null>) {
  const points = Object.entries(values).map(([time, value], index) => {
    const completedAt = time.includes('T') ? `${time}:00Z` : null;
    return { date: time.slice(0, 10), completedAt, value, scanId: `scan ${index}` };
  });
  const report = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: 'a', name: 'Acme' },
    series: [{ key: 'a', label: 'Acme', platform: null, points }],
    filters: null,
  });
  const model = toModel(report, wording.zone);
  const looks = createPalette().looksFor([], ['a'], 'a');
  const drawn = summariseSeries(model).flatMap((summary) => {
    const look = looks.get('a');
    return look ? [{ summary, look }] : [];
  });
  return { name: 'Visibility by brand', model, drawn, earlier: null };
}

it('counts the scans of a week, those with evidence and those without a time, and gives their UTC days', () => {
  // In Auckland the first scan finished on Monday, 9 November.
  const chart = chartOf({ '2026-11-08T20:00': 10, '2026-11-11': null, '2026-11-14T20:00': 40 });
  const { readingAt, daysAt, caption } = groupIntoBuckets(
    chart,
    'week',
    openDays,
    '2026-12-01',
    wording,
  );
  const reading = readingAt(0);
  expect(reading.timeText).toBe('Week of 9 Nov 2026: average of 3 scans');
  expect(reading.rows.map(({ text }) => text)).toEqual(['25.0% (2 scans)']);
  expect(daysAt(0)).toEqual({ start: '2026-11-08', end: '2026-11-14' });
  expect(caption).toBe(
    'Each point is the average of one week’s scans (weeks in the time zone Pacific/Auckland) · 1 scan without a known time is placed by UTC date',
  );
});

it('merges weeks without scans into one point without days, and takes the last point as the latest value', () => {
  const chart = chartOf({ '2026-11-02T10:00': 10, '2026-11-24T10:00': 40, '2026-11-25T10:00': 50 });
  const weeks = groupIntoBuckets(chart, 'week', openDays, '2026-12-01', wording);
  expect([...(weeks.drawn[0]?.summary.series.values ?? [])]).toEqual([10, Number.NaN, 45]);
  expect(weeks.drawn[0]?.summary.latest).toBe(45);
  expect(normaliseSpaces(weeks.readingAt(1).timeText)).toBe('9 – 22 Nov 2026: no scans');
  expect(weeks.daysAt(1)).toBeNull();
  expect(daysIn(weeks.model, weeks, { first: 1, last: 1 })).toBeNull();
  expect(daysIn(weeks.model, weeks, { first: 0, last: 1 })).toEqual({
    start: '2026-11-02',
    end: '2026-11-02',
  });
});

it('has a point per week if the search asks for it, over the days of its rolling range', () => {
  const chart = chartOf({ '2026-11-18T10:00': 10, '2026-11-24T10:00': 40 });
  const search = { range: '7d', startDate: null, endDate: null } as const;
  const drawIn = (bucket: 'week' | null) =>
    bucketedInView(chart, { ...search, bucket }, '2026-11-24', wording);
  expect(drawIn(null)).toBeNull();
  expect(drawIn('week')?.name).toBe('Visibility by brand, weekly averages');
  expect(drawIn('week')?.caption).toMatch(/The first and last points cover only part of a week$/);
});

it.each([
  ['2026-11-25', 'The last point covers only part of a month'],
  ['2026-12-05', ''],
])(
  'says that the last point covers only part of a month until that month ends (today: %s)',
  (today, part) => {
    const chart = chartOf({ '2026-10-10T10:00': 10, '2026-11-24T10:00': 40 });
    const { caption, name, readingAt } = groupIntoBuckets(chart, 'month', openDays, today, wording);
    expect(name).toBe('Visibility by brand, monthly averages');
    expect(caption).toMatch(
      new RegExp(
        `^Each point is the average of one month’s scans \\(months in the time zone [^·]+\\)${part && ` · ${part}`}$`,
      ),
    );
    expect(readingAt(1)).toMatchObject({
      timeText: 'Nov 2026: average of 1 scan',
      zoneText: part ? 'Auckland · only part of this month is in view' : 'Auckland',
    });
  },
);

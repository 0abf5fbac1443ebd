import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { instantAt } from '../../contract/dates/instant-at.ts';
import type { Point, Series } from '../../contract/resources.ts';
import { isEvidence, isPresent } from './columns.ts';
import { type TimelineModel, toModel } from './model.ts';
import {
  defaultSeriesIds,
  isDrawn,
  medianOf,
  summariseSeries,
  toggleSeries,
} from './series-summary.ts';

const scanAt = (day: string, value: number | null, more: Partial<Point> = {}): Point => ({
  date: day,
  completedAt: `${day}T09:00:00Z`,
  value,
  scanId: `scan-${day}`,
  ...more,
});
const series = (key: string, points: Point[], more: Partial<Series> = {}): Series => ({
  key,
  label: key.toUpperCase(),
  platform: null,
  points,
  ...more,
});
const reportOf = (...all: Series[]) =>
  columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: { id: 'B', name: 'B' },
    series: all,
    filters: { platform: [], region: [], startDate: null, endDate: null },
  });
const valuesOf = (model: TimelineModel, index: number) => [...(model.series[index]?.values ?? [])];
const timesOf = (model: TimelineModel) =>
  [...model.instants].map((at) => new Date(at).toISOString());

describe('a model', () => {
  it('has one column for a scan that several series share', () => {
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-01', 1), scanAt('2026-11-02', 2)]),
        series('b', [scanAt('2026-11-01', 3), scanAt('2026-11-02', null)]),
      ),
      'UTC',
    );
    expect(timesOf(model)).toEqual(['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z']);
    expect(model.scans.map((scan) => scan.scanId)).toEqual(['scan-2026-11-01', 'scan-2026-11-02']);
    expect(valuesOf(model, 1)).toEqual([3, Number.NaN]);
    expect(model.series.every((each) => each.present === null)).toBe(true);
  });

  it('distinguishes no evidence, no point and zero', () => {
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-01', 0), scanAt('2026-11-02', null), scanAt('2026-11-03', 2)]),
        series('b', [scanAt('2026-11-01', 3), scanAt('2026-11-03', 4)]),
      ),
      'UTC',
    );
    const [a, b] = model.series;
    expect(a?.values.map((value) => (isEvidence(value) ? 1 : 0))).toEqual(Float64Array.of(1, 0, 1));
    expect([0, 1, 2].map((scan) => b && isPresent(b, scan))).toEqual([true, false, true]);
  });

  it('sorts points by instant, not by day or by their order in the report', () => {
    const model = toModel(
      reportOf(
        series('a', [
          scanAt('2026-11-03', 3),
          scanAt('2026-11-02', 2, { completedAt: '2026-11-03T01:00:00+02:00' }),
          scanAt('2026-11-01', 1),
        ]),
      ),
      'UTC',
    );
    expect(valuesOf(model, 0)).toEqual([1, 2, 3]);
    expect(timesOf(model)[1]).toBe('2026-11-02T23:00:00.000Z');
  });

  it('keeps duplicate keys and duplicate points apart', () => {
    const twice = scanAt('2026-11-01', 1);
    const model = toModel(
      reportOf(series('a', [twice, { ...twice, value: 2 }]), series('a', [{ ...twice, value: 3 }])),
      'UTC',
    );
    expect(model.series.map((each) => each.id)).toEqual(['a', 'a (2)']);
    expect(valuesOf(model, 0)).toEqual([1, 2]);
    expect(valuesOf(model, 1)).toEqual([3, Number.NaN]);
  });

  it.each([
    ['Pacific/Auckland', '2026-11-06T23:00:00.000Z'],
    ['America/St_Johns', '2026-11-07T15:30:00.000Z'],
  ])('places a scan of unknown time at noon of its day in %s', (zone, noon) => {
    const model = toModel(
      reportOf(series('a', [scanAt('2026-11-07', 1, { completedAt: null })])),
      zone,
    );
    expect(timesOf(model)).toEqual([noon]);
    expect(model.scans[0]).toMatchObject({ date: '2026-11-07', hasTime: false });
  });

  it('orders scans the same in every zone, even if some have no time', () => {
    const day = '2026-11-07';
    const points = [
      scanAt(day, 1, { completedAt: `${day}T01:00:00Z`, scanId: 'early' }),
      scanAt(day, 2, { completedAt: null, scanId: 'untimed' }),
      scanAt(day, 3, { completedAt: `${day}T18:00:00Z`, scanId: 'late' }),
    ];
    for (const zone of ['UTC', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'Asia/Kolkata']) {
      const model = toModel(reportOf(series('b', points)), zone);
      const ids = [...model.reportOrder].map((scan) => model.scans[scan]?.scanId);
      expect(ids).toEqual(['early', 'untimed', 'late']);
      expect([...model.instants]).toEqual([...model.instants].sort((a, b) => a - b));
      expect(summariseSeries(model)[0]).toMatchObject({ latest: 3, change: { from: 2, to: 3 } });
    }
  });

  it.each<[string, Partial<Point>]>([
    ['milliseconds', { completedAt: '2026-11-07T09:00:00.000Z' }],
    ['an offset', { completedAt: '2026-11-07T10:00:00+01:00' }],
    ['an ID in capitals', { scanId: 'SCAN-2026-11-07' }],
    ['an invalid time', { completedAt: 'nine' }],
  ])('has one column for a scan that one series writes with %s', (_, spelling) => {
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-07', 1)]),
        series('b', [scanAt('2026-11-07', 2, spelling)]),
      ),
      'UTC',
    );
    expect(model.series.map(({ values }) => [...values])).toEqual([[1], [2]]);
    expect(model.scans[0]?.scanId).toBe('scan-2026-11-07');
  });

  it('uses the time that another series has for the same scan if a point has none', () => {
    const untimedPoint = scanAt('2026-11-07', 1, { date: null, completedAt: null });
    for (const [first, second] of [
      [untimedPoint, scanAt('2026-11-07', 1)],
      [scanAt('2026-11-07', 1), untimedPoint],
    ]) {
      const model = toModel(
        reportOf(series('a', first ? [first] : []), series('b', second ? [second] : [])),
        'UTC',
      );
      expect(model.unplaced).toBe(0);
      expect(model.series.map(({ values }) => [...values])).toEqual([[1], [1]]);
    }
    expect(toModel(reportOf(series('a', [untimedPoint])), 'UTC')).toMatchObject({
      unplaced: 1,
      scans: [],
    });
  });

  it('keeps the order of several points of one scan, in every series', () => {
    const twice = (...values: number[]) => values.map((value) => scanAt('2026-11-07', value));
    const model = toModel(
      reportOf(series('a', twice(1, 2)), series('b', twice(3, 4)), series('c', twice(5, 6))),
      'UTC',
    );
    expect(model.series.map(({ values }) => [...values])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it('truncates a key used as a label, but not the key itself', () => {
    const key = 'k'.repeat(1_000);
    const [only] = toModel(reportOf(series(key, [], { label: null })), 'UTC').series;
    expect(only?.label).toHaveLength(500);
    expect(only?.key).toBe(key);
  });

  it('takes the day of a scan from a later series if the first one omits it', () => {
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-07', 1, { date: null })]),
        series('b', [scanAt('2026-11-07', 2, { date: '2026-11-06' })]),
      ),
      'UTC',
    );
    expect(model.scans.map(({ date }) => date)).toEqual(['2026-11-06']);
  });

  it.each<[string, Partial<Point>, Partial<Point>]>([
    ['first series omits its ID', { scanId: null }, {}],
    ['second series omits its ID', {}, { scanId: null }],
    ['first series omits its time', { completedAt: null }, {}],
    ['second series omits its time', {}, { completedAt: null }],
    ['first series omits its day', { date: null }, {}],
  ])('has one column for a scan when the %s', (_, first, second) => {
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-07', 1, first)]),
        series('b', [scanAt('2026-11-07', 2, second)]),
        series('c', [scanAt('2026-11-07', 3)]),
      ),
      'UTC',
    );
    expect(model.series.map(({ values }) => [...values])).toEqual([[1], [2], [3]]);
    expect(timesOf(model)).toEqual(['2026-11-07T09:00:00.000Z']);
    expect(model.scans[0]).toMatchObject({ scanId: 'scan-2026-11-07', date: '2026-11-07' });
  });

  it('keeps apart two scans of one day and a point that may belong to either', () => {
    const other = { completedAt: '2026-11-07T21:00:00Z', scanId: 'other' };
    const model = toModel(
      reportOf(
        series('a', [scanAt('2026-11-07', 1), scanAt('2026-11-07', 2, other)]),
        series('b', [scanAt('2026-11-07', 3, { completedAt: null, scanId: null })]),
      ),
      'UTC',
    );
    expect(model.scans).toHaveLength(3);
  });

  it('gives unique IDs to series that share a key, even beside a key that looks like such an ID', () => {
    const model = toModel(reportOf(series('k', []), series('k', []), series('k (2)', [])), 'UTC');
    expect(model.series.map(({ id }) => id)).toEqual(['k', 'k (3)', 'k (2)']);
    const summaries = summariseSeries(model);
    const defaultIds = defaultSeriesIds(summaries);
    const choice =
      summaries[1] && toggleSeries(summaries[1].series, defaultIds, { show: [], hide: [] });
    expect(model.series.map((each) => choice && isDrawn(each, defaultIds, choice))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('gives unique IDs to thousands of series that share a key', () => {
    const all = Array.from({ length: 20_000 }, () => series('k', []));
    const ids = reportOf(...all).series.map(({ id }) => id);
    expect(new Set(ids).size).toBe(20_000);
    expect(ids.at(-1)).toBe('k (20000)');
  });

  it('ignores invalid days, and times and days outside the years 1000 to 9999 in any zone', () => {
    const model = toModel(
      reportOf(
        series('a', [
          scanAt('2026-11-01', 1, { completedAt: '0001-01-01T00:00:00Z' }),
          scanAt('2026-11-02', 2, { completedAt: '9999-12-31T23:59:59-12:00' }),
          scanAt('2026-11-03', 3, { date: 'the third' }),
          scanAt('2026-11-04', 4, { date: '0000-06-01', completedAt: null }),
        ]),
      ),
      'UTC',
    );
    expect(model.unplaced).toBe(1);
    expect(valuesOf(model, 0)).toEqual([1, 2, 3]);
    expect(model.scans.map(({ date, hasTime }) => [date, hasTime])).toEqual([
      ['2026-11-01', false],
      ['2026-11-02', false],
      ['2026-11-03', true],
    ]);
  });

  it('finds noon on every day of a zone, even when clocks change', () => {
    const days = Array.from({ length: 2 * 365 }, (_, day) =>
      new Date(Date.UTC(2010, 11, 1 + day)).toISOString().slice(0, 10),
    );
    for (const zone of ['Europe/Berlin', 'Pacific/Apia', 'America/St_Johns', 'UTC']) {
      const points = days.map((day) => scanAt(day, 1, { completedAt: null }));
      const { instants } = toModel(reportOf(series('a', points)), zone);
      expect([...instants]).toEqual(days.map((day) => instantAt(day, '12:00', zone)));
    }
  });

  it('labels a series without a label by its platform or key, or as “unnamed” if it has neither', () => {
    const platform = { id: 'p', name: 'Perplexity', method: null };
    const model = toModel(
      reportOf(
        series('a', [], { label: ' ', platform }),
        series('b', [], { label: null }),
        series('', [], { label: '' }),
      ),
      'UTC',
    );
    expect(model.series.map(({ label }) => label)).toEqual(['Perplexity', 'b', 'unnamed']);
  });

  it('counts points that cannot be placed, and places the others', () => {
    const model = toModel(
      reportOf(
        series('a', [
          scanAt('2026-11-01', 1),
          scanAt('2026-11-02', 2, { date: null, completedAt: 'yesterday' }),
          scanAt('2026-11-03', 3, { date: null }),
        ]),
      ),
      'UTC',
    );
    expect(model.unplaced).toBe(1);
    expect(valuesOf(model, 0)).toEqual([1, 3]);
    expect(model.scans[1]?.date).toBe('2026-11-03');
  });

  it('neither loses nor invents values, for any points', () => {
    const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
    const point = fc.record({
      date: fc.constantFrom(...days),
      completedAt: fc.constantFrom(null, ...days.map((day) => `${day}T12:00:00Z`)),
      value: fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }),
      scanId: fc.constantFrom(null, 'x', 'y'),
    });
    const reports = fc.array(fc.array(point, { maxLength: 12 }), { maxLength: 4 });
    fc.assert(
      fc.property(reports, (pointLists) => {
        const model = toModel(reportOf(...pointLists.map((points) => series('k', points))), 'UTC');
        expect([...model.instants]).toEqual([...model.instants].sort((a, b) => a - b));
        for (const [index, points] of pointLists.entries()) {
          const column = model.series[index];
          const placedValues = [...(column?.values ?? [])].filter(isEvidence).sort();
          const sentValues = points.flatMap(({ value }) => (value === null ? [] : [value])).sort();
          expect(placedValues).toEqual(sentValues);
          const present = model.scans.filter((_, scan) => column && isPresent(column, scan));
          expect(present).toHaveLength(points.length);
        }
      }),
    );
  });
});

describe('the summary of a series', () => {
  const summarise = (...all: Series[]) => summariseSeries(toModel(reportOf(...all), 'UTC'));

  it('has its newest value, the change since the previous scan, its median and its evidence', () => {
    const points = [10, null, 40, 30].map((value, index) => scanAt(`2026-11-0${index + 1}`, value));
    expect(summarise(series('b', points))[0]).toMatchObject({
      isTracked: true,
      latest: 30,
      lastEvidenceIndex: 3,
      change: { from: 40, to: 30 },
      median: 30,
      evidence: { count: 3, points: 4 },
      rank: 1,
    });
  });

  it('has no latest value if the newest scan has no evidence, but has the index of the last scan with some', () => {
    const points = [10, 20, null].map((value, index) => scanAt(`2026-11-0${index + 1}`, value));
    expect(summarise(series('a', points))[0]).toMatchObject({
      latest: null,
      lastEvidenceIndex: 1,
      change: null,
      rank: null,
    });
  });

  it('has no latest value if the series is not in the newest scan', () => {
    const [a] = summarise(
      series('a', [scanAt('2026-11-01', 5)]),
      series('b', [scanAt('2026-11-01', 1), scanAt('2026-11-02', 2)]),
    );
    expect(a).toMatchObject({
      latest: null,
      lastEvidenceIndex: 0,
      evidence: { count: 1, points: 1 },
    });
  });

  it('has the same rank as other series with an equal latest value', () => {
    const seriesAt = (key: string, value: number | null) =>
      series(key, [scanAt('2026-11-01', value)]);
    const ranks = summarise(
      seriesAt('a', 5),
      seriesAt('b', 9),
      seriesAt('c', 5),
      seriesAt('d', null),
      seriesAt('e', 1),
    );
    expect(ranks.map((each) => each.rank)).toEqual([2, 1, 2, null, 4]);
  });

  it('has the mean of the two middle values as the median of an even number of values', () => {
    expect(medianOf(Float64Array.of(1, Number.NaN, 4, 10, 2))).toBe(3);
    expect(medianOf(Float64Array.of(Number.NaN))).toBeNull();
  });
});

describe('what is drawn', () => {
  const summariesOf = (count: number) =>
    summariseSeries(
      toModel(
        reportOf(
          ...Array.from({ length: count }, (_, index) =>
            series(`s${index}`, [scanAt('2026-11-01', index)]),
          ),
          series('b', [scanAt('2026-11-01', -1)]),
        ),
        'UTC',
      ),
    );

  it('is every series if there are at most twelve', () => {
    expect(defaultSeriesIds(summariesOf(11)).size).toBe(12);
  });

  it('is the tracked brand and the eleven highest series if there are more than twelve', () => {
    const drawn = defaultSeriesIds(summariesOf(12));
    expect([...drawn]).toEqual([
      'b',
      ...Array.from({ length: 11 }, (_, index) => `s${11 - index}`),
    ]);
  });

  it('is the twelve highest series if none is the tracked brand’s', () => {
    const all = summariesOf(13).map((summary) => ({ ...summary, isTracked: false }));
    expect([...defaultSeriesIds(all)]).toEqual(
      Array.from({ length: 12 }, (_, index) => `s${12 - index}`),
    );
  });

  it('is toggled by a choice and restored by repeating it', () => {
    const summaries = summariesOf(20);
    const defaultIds = defaultSeriesIds(summaries);
    for (const { series: each } of summaries) {
      const noChoice = { show: [], hide: [] };
      const once = toggleSeries(each, defaultIds, noChoice);
      expect(isDrawn(each, defaultIds, once)).toBe(!isDrawn(each, defaultIds, noChoice));
      expect(once.show.length + once.hide.length).toBe(1);
      expect(toggleSeries(each, defaultIds, once)).toEqual(noChoice);
    }
  });
});

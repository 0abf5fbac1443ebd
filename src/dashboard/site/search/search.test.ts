import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonOf } from '../../../contract/dates/days-in-view.ts';
import { compareModes } from '../../../contract/dates/periods.ts';
import { daysOf, ranges } from '../../../contract/dates/ranges.ts';
import { metrics } from '../../../contract/enums.ts';
import { everyGrouping } from '../../../figures/series/grouping.ts';
import {
  buckets,
  choosesDates,
  hasDates,
  readSearch,
  requestInView,
  requestOf,
  type TimelineSearch,
  withDates,
  writeSearch,
} from './search.ts';

const list = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { maxLength: 4 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const uuid = fc.uuid();
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const searches: fc.Arbitrary<TimelineSearch> = fc
  .record({
    promptId: list(uuid),
    tag: list(text),
    category: list(text),
    product: list(text),
    persona: list(text),
    stage: list(text),
    brandMention: maybe(text),
    platform: list(text),
    region: list(text),
    brand: list(uuid),
    competitorId: list(uuid),
    startDate: maybe(day),
    endDate: maybe(day),
    metric: fc.constantFrom(...metrics),
    groupBy: fc.constantFrom(...everyGrouping),
    brandId: maybe(uuid),
    range: maybe(fc.constantFrom(...ranges)),
    dates: maybe(fc.constant('all' as const)),
    compare: maybe(fc.constantFrom(...compareModes)),
    compareStart: day,
    compareEnd: day,
    sort: maybe(text),
    bucket: maybe(fc.constantFrom(...buckets)),
    view: maybe(fc.constantFrom('lines' as const, 'multiples' as const)),
    zone: maybe(fc.constantFrom('UTC', 'Pacific/Auckland', 'America/St_Johns')),
    show: list(text),
    hide: list(text),
    scan: maybe(text),
    prompt: maybe(text),
    recommendation: maybe(fc.uuid()),
  })
  .map((search) => {
    const [startDate, endDate] =
      search.startDate && search.endDate
        ? [search.startDate, search.endDate].toSorted()
        : [search.startDate, search.endDate];
    const [compareStart, compareEnd] = [search.compareStart, search.compareEnd].toSorted();
    const comparedDates =
      search.compare === 'custom' && compareStart && compareEnd
        ? { compareStart, compareEnd }
        : { compareStart: null, compareEnd: null };
    return {
      ...search,
      ...comparedDates,
      startDate: startDate ?? null,
      endDate: endDate ?? null,
      range: startDate || endDate ? null : search.range,
      dates: startDate || endDate || search.range ? null : search.dates,
      show: search.show.filter((key) => !search.hide.includes(key)),
    };
  });

/** Writes a search to a URL and returns its parameters as the router does: one value as text, several as a list. */
function roundTrip(search: TimelineSearch) {
  const url = new URL('https://sightline.test/timeline');
  for (const [name, value] of Object.entries(writeSearch(search))) {
    for (const singleValue of [value].flat()) url.searchParams.append(name, singleValue);
  }
  const parameters = new URL(url.href).searchParams;
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

it('keeps the last 200 values of show or hide, and names the parameter if values are dropped', () => {
  const keys = Array.from({ length: 201 }, (_, index) => `key ${index}`);
  for (const name of ['show', 'hide'] as const) {
    const search = readSearch({ [name]: keys });
    expect(search[name]).toEqual(keys.slice(1));
    expect(search.dropped).toEqual([name]);
    expect(readSearch({ [name]: keys.slice(1) }).dropped).toEqual([]);
  }
});

describe('a timeline search', () => {
  it('is read from the URL as it was written', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(readSearch(roundTrip(search), ['prompts'])).toEqual({
          ...search,
          dropped: [],
        });
      }),
    );
  });

  it('is valid whatever the URL contains, and reads the same once written', () => {
    const names = Object.keys(readSearch({})).filter((name) => name !== 'dropped');
    const garbage = fc.dictionary(
      fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()),
      fc.oneof(fc.anything(), fc.string(), fc.array(fc.string()), uuid, day, fc.array(uuid)),
    );
    fc.assert(
      fc.property(garbage, (raw) => {
        const { dropped, ...search } = readSearch(raw);
        expect(names).toEqual(expect.arrayContaining([...dropped]));
        expect(readSearch(writeSearch(search), ['prompts'])).toEqual({ ...search, dropped: [] });
      }),
    );
  });

  it('chooses all dates once its own dates are removed, and no longer does once it has some', () => {
    const all = withDates(readSearch({ range: '30d' }), {});
    expect([choosesDates(all), hasDates(all), all.dates]).toEqual([true, false, 'all']);
    const dated = withDates(all, { startDate: '2026-10-01' });
    expect([choosesDates(dated), hasDates(dated), dated.dates]).toEqual([true, true, null]);
    expect(choosesDates(readSearch({ compare: 'none' }))).toBe(false);
    expect(writeSearch({ ...all, range: '7d' })).toEqual({ range: '7d' });
  });

  it('leaves defaults out of the URL', () => {
    const { dropped, ...search } = readSearch({ metric: 'visibility', groupBy: 'brand' });
    expect(dropped).toEqual([]);
    expect(writeSearch(search)).toEqual({});
  });

  it.each([
    ['a metric that does not exist', { metric: 'fame' }, ['metric']],
    ['a bucket that does not exist', { bucket: 'day' }, ['bucket']],
    ['a view that does not exist', { view: 'pie' }, ['view']],
    ['a zone that does not exist', { zone: 'Europe/Atlantis' }, ['zone']],
    ['a day that does not exist', { startDate: '2026-02-30' }, ['startDate']],
    ['two metrics', { metric: ['gap', 'sentiment'] }, ['metric']],
    ['a list with an invalid ID', { brand: ['x', crypto.randomUUID()] }, ['brand']],
    [
      'reversed dates',
      { startDate: '2026-03-02', endDate: '2026-03-01' },
      ['startDate', 'endDate'],
    ],
    ['all dates beside a range', { range: '7d', dates: 'all' }, ['dates']],
    ['a choice of dates that does not exist', { dates: 'some' }, ['dates']],
    ['a rolling range beside dates', { range: '7d', endDate: '2026-03-01' }, ['range']],
    [
      'a custom comparison without an end date',
      { compare: 'custom', compareStart: '2026-03-01' },
      ['compareStart', 'compareEnd'],
    ],
    [
      'comparison dates without a custom comparison',
      { compare: 'year', compareStart: '2026-03-01', compareEnd: '2026-03-02' },
      ['compareStart', 'compareEnd'],
    ],
    ['a series both shown and hidden', { show: ['a', 'b'], hide: 'a' }, ['show']],
  ])('names what it drops: %s', (_, raw, dropped) => {
    expect(readSearch(raw).dropped).toEqual(dropped);
  });

  it('has a grouping by prompt only if the service offers it', () => {
    const offered = readSearch({ groupBy: 'prompt' }, ['sites', 'prompts']);
    expect([offered.groupBy, offered.dropped]).toEqual(['prompt', []]);
    expect(writeSearch(offered)).toEqual({ groupBy: 'prompt' });
    for (const capabilities of [[], ['sites']]) {
      const { groupBy, dropped } = readSearch({ groupBy: 'prompt' }, capabilities);
      expect([groupBy, dropped]).toEqual(['brand', ['groupBy']]);
    }
  });

  it('keeps the valid values of a list with an invalid one', () => {
    const validId = 'b4f1c3a2-0000-4000-8000-000000000001';
    expect(readSearch({ brand: ['x', validId.toUpperCase()] }).brand).toEqual([validId]);
  });

  it('passes on a platform that is newer than this code', () => {
    const { dropped, ...search } = readSearch({ platform: 'next_year_api' });
    expect(dropped).toEqual([]);
    expect(requestOf(search, '2026-11-08').platform).toEqual(['next_year_api']);
  });

  it.each([
    ['7d', '2026-11-02', '2026-11-08'],
    ['30d', '2026-10-10', '2026-11-08'],
    ['90d', '2026-08-11', '2026-11-08'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['quarter', '2026-10-01', '2026-11-08'],
    ['lastQuarter', '2026-07-01', '2026-09-30'],
    ['year', '2026-01-01', '2026-11-08'],
  ] as const)('requests %s as inclusive UTC days', (range, startDate, endDate) => {
    expect(daysOf(range, '2026-11-08')).toEqual({ startDate, endDate });
    const { dropped: _, ...search } = readSearch({ range });
    expect(requestInView(search, '2026-11-08')).toMatchObject({ startDate, endDate });
    expect(requestOf({ ...search, compare: 'none' }, '2026-11-08')).toMatchObject({
      startDate,
      endDate,
    });
  });

  it.each([
    ['lastMonth', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['quarter', '2027-03-31', '2027-01-01', '2027-03-31'],
    ['lastQuarter', '2027-01-01', '2026-10-01', '2026-12-31'],
  ] as const)('follows the calendar for %s on %s', (range, today, startDate, endDate) => {
    expect(daysOf(range, today)).toEqual({ startDate, endDate });
  });
});

describe('the comparison of a search', () => {
  const today = '2026-11-08';
  const comparedIn = (raw: Record<string, string>) => comparisonOf(readSearch(raw), today);
  const inView = { start: '2026-11-02', end: '2026-11-08' };

  it('is with the preceding period by default if the search has a first day', () => {
    expect(comparedIn({})).toBeNull();
    expect(comparedIn({ endDate: '2026-10-01' })).toBeNull();
    const before = { start: '2026-10-26', end: '2026-11-01' };
    expect(comparedIn({ range: '7d' })).toMatchObject({ now: inView, before });
    expect(comparedIn({ startDate: '2026-11-02' })).toMatchObject({ now: inView, before });
    expect(comparedIn({ range: '7d', compare: 'none' })).toBeNull();
    expect(comparedIn({ range: '7d', compare: 'year' })).toMatchObject({
      before: { start: '2025-11-02', end: '2025-11-08' },
    });
  });

  it.each([
    ['lastMonth', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', '2026-05-01'],
    ['lastQuarter', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30', '2025-04-01'],
    ['quarter', '2026-10-01', '2026-11-08', '2026-07-01', '2026-09-30', '2025-07-01'],
  ])(
    'is with the whole calendar month or quarter before, for %s',
    (range, start, end, beforeStart, beforeEnd, firstDay) => {
      const before = { start: beforeStart, end: beforeEnd };
      for (const raw of [{ range }, { range, compare: 'previous' }]) {
        expect(comparedIn(raw)).toMatchObject({ now: { start, end }, before });
      }
      const { dropped: _, ...search } = readSearch({ range });
      expect(requestOf(search, today)).toMatchObject({ startDate: firstDay, endDate: end });
    },
  );

  it('is with as many days before for dates that happen to be a month, and with the same days last year if chosen', () => {
    const october = { startDate: '2026-10-01', endDate: '2026-10-31' };
    expect(comparedIn(october)).toMatchObject({
      before: { start: '2026-08-31', end: '2026-09-30' },
    });
    expect(comparedIn({ range: 'lastQuarter', compare: 'year' })).toMatchObject({
      before: { start: '2025-07-01', end: '2025-09-30' },
      earlier: [{ start: '2025-03-31', end: '2025-06-30' }, {}, {}, {}],
    });
  });

  it('is between the halves of a report without a first day if the preceding period is chosen', () => {
    expect(comparedIn({ compare: 'previous' })).toBe('halves');
    expect(comparedIn({ compare: 'previous', endDate: '2026-10-01' })).toBe('halves');
    expect(comparedIn({ compare: 'year' })).toBeNull();
  });

  it('extends the request to the comparison period and the four periods before it', () => {
    const { dropped: _, ...search } = readSearch({ range: '7d' });
    expect(requestOf(search, today)).toMatchObject({
      startDate: '2026-09-28',
      endDate: '2026-11-08',
    });
    expect(requestInView(search, today)).toMatchObject({ startDate: inView.start });
  });

  it('leads to the same request whether it is chosen or the default', () => {
    const requestFor = (raw: Record<string, string>) => requestOf(readSearch(raw), today);
    expect(
      requestFor({ range: '7d', sort: 'change', bucket: 'week', view: 'multiples', show: 'a' }),
    ).toEqual(requestFor({ range: '7d', compare: 'previous' }));
    expect(Object.keys(requestFor({ range: '7d', compare: 'year' }))).not.toContain('compare');
  });
});

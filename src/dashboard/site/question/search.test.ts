import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupings, metrics } from '../../../contract/enums.ts';
import {
  daysOf,
  questionOf,
  ranges,
  readSearch,
  type TimelineSearch,
  writeSearch,
} from './search.ts';

const list = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { maxLength: 4 });
const maybe = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: null });
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
    groupBy: fc.constantFrom(...groupings),
    brandId: maybe(uuid),
    range: maybe(fc.constantFrom(...ranges)),
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
    return {
      ...search,
      startDate: startDate ?? null,
      endDate: endDate ?? null,
      range: startDate || endDate ? null : search.range,
      show: search.show.filter((key) => !search.hide.includes(key)),
    };
  });

/** What the router does between writing and reading: one value as text, several as a list. */
function throughTheAddressBar(search: TimelineSearch) {
  const url = new URL('https://sightline.test/timeline');
  for (const [name, value] of Object.entries(writeSearch(search))) {
    for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, item);
  }
  const back = new URL(url.href).searchParams;
  return Object.fromEntries(
    [...new Set(back.keys())].map((name) => {
      const values = back.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

it('keeps the last two hundred lines that were shown or hidden, and reports dropped ones', () => {
  const keys = Array.from({ length: 201 }, (_, place) => `key ${place}`);
  const read = readSearch({ show: keys, hide: [] });
  expect(read.show).toEqual(keys.slice(1));
  expect(read.dropped).toEqual(['show']);
  expect(readSearch({ hide: keys.slice(1) }).dropped).toEqual([]);
});

describe('a timeline search', () => {
  it('is read from the URL as it was written', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(readSearch(throughTheAddressBar(search))).toEqual({ ...search, dropped: [] });
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
        expect(readSearch(writeSearch(search))).toEqual({ ...search, dropped: [] });
      }),
    );
  });

  it('leaves defaults out of the URL', () => {
    const { dropped, ...search } = readSearch({ metric: 'visibility', groupBy: 'brand' });
    expect(dropped).toEqual([]);
    expect(writeSearch(search)).toEqual({});
  });

  it.each([
    ['a metric that does not exist', { metric: 'fame' }, ['metric']],
    ['a zone that does not exist', { zone: 'Europe/Atlantis' }, ['zone']],
    ['a day that does not exist', { startDate: '2026-02-30' }, ['startDate']],
    ['two metrics', { metric: ['gap', 'sentiment'] }, ['metric']],
    ['one bad id among good ones', { brand: ['x', crypto.randomUUID()] }, ['brand']],
    [
      'dates the wrong way round',
      { startDate: '2026-03-02', endDate: '2026-03-01' },
      ['startDate', 'endDate'],
    ],
    ['a rolling range beside dates', { range: '7d', endDate: '2026-03-01' }, ['range']],
    ['a series both shown and hidden', { show: ['a', 'b'], hide: 'a' }, ['show']],
  ])('names what it drops: %s', (_, raw, dropped) => {
    expect(readSearch(raw).dropped).toEqual(dropped);
  });

  it('keeps the good values of a list with a bad one', () => {
    const good = 'b4f1c3a2-0000-4000-8000-000000000001';
    expect(readSearch({ brand: ['x', good.toUpperCase()] }).brand).toEqual([good]);
  });

  it('passes on a platform that is newer than this code', () => {
    const { dropped, ...search } = readSearch({ platform: 'next_year_api' });
    expect(dropped).toEqual([]);
    expect(questionOf(search, '2026-11-08').platform).toEqual(['next_year_api']);
  });

  it.each([
    ['7d', '2026-11-02'],
    ['30d', '2026-10-10'],
    ['90d', '2026-08-11'],
    ['year', '2026-01-01'],
  ] as const)('requests %s as inclusive UTC days that end today', (range, startDate) => {
    expect(daysOf(range, '2026-11-08')).toEqual({ startDate, endDate: '2026-11-08' });
    const { dropped: _, ...search } = readSearch({ range });
    expect(questionOf(search, '2026-11-08')).toMatchObject({ startDate, endDate: '2026-11-08' });
  });
});

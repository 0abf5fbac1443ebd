import { describe, expect, it } from 'vitest';
import { isFilled } from './endpoint.ts';
import { everyEndpoint, pathTo } from './every-endpoint.ts';
import { isDay, isTimestamp } from './fields.ts';
import { pageParameters } from './page-parameters.ts';
import {
  filterOptionsParameters,
  readQuery,
  timelineParameters,
  writeQuery,
} from './parameters.ts';

const readTimelineQuery = (search: string) =>
  readQuery(timelineParameters, new URLSearchParams(search));

describe('readQuery', () => {
  it('removes duplicate values, keeps the order of values, and converts UUIDs to lower case', () => {
    const { query, faults } = readTimelineQuery(
      'tag=b&tag=a&tag=b&brand=A0000000-0000-4000-8000-00000000000F&brand=a0000000-0000-4000-8000-00000000000f',
    );
    expect(faults).toEqual([]);
    expect(query.tag).toEqual(['b', 'a']);
    expect(query.brand).toEqual(['a0000000-0000-4000-8000-00000000000f']);
  });

  it('names every invalid parameter', () => {
    const { faults } = readTimelineQuery(
      'metric=reach&groupBy=brand&groupBy=brand&startDate=2026-02-30&platform=chatgpt&promptId=1&tag=',
    );
    expect(faults.map((fault) => fault.parameter)).toEqual([
      'promptId',
      'tag',
      'platform',
      'startDate',
      'metric',
      'groupBy',
    ]);
  });

  it('accepts at most 200 values of a parameter', () => {
    const searchWithTags = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, (_, n) => ['tag', `t${n}`]));
    expect(readQuery(timelineParameters, searchWithTags(200)).faults).toEqual([]);
    expect(readQuery(timelineParameters, searchWithTags(201)).faults).toEqual([
      { parameter: 'tag', message: 'must have at most 200 values' },
    ]);
  });

  it('accepts page sizes from 1 to 100 only', () => {
    const readLimit = (value: string) =>
      readQuery(pageParameters, new URLSearchParams({ limit: value })).query.limit;
    expect([readLimit('1'), readLimit('100')]).toEqual([1, 100]);
    expect(['0', '101', '1.5', '-1', '1e1', ' 5', ''].map(readLimit)).toEqual(Array(7).fill(null));
  });

  it('ignores unknown parameters', () => {
    const search = new URLSearchParams('a=1&__proto__=2');
    expect(readQuery(filterOptionsParameters, search)).toEqual({
      query: { scanId: null },
      faults: [],
    });
  });

  it('returns a query that writeQuery writes back unchanged', () => {
    const search = 'tag=a&tag=b&region=US%3ANew+York&startDate=2026-01-01&metric=gap';
    expect(writeQuery(timelineParameters, readTimelineQuery(search).query).toString()).toBe(search);
  });
});

describe('days and timestamps', () => {
  it('are valid only if they have the exact format and their day exists', () => {
    expect(['2024-02-29', '0001-01-01'].map(isDay)).toEqual([true, true]);
    expect(['2023-02-29', '2026-13-01', '2026-1-1', ''].map(isDay)).toEqual(Array(4).fill(false));
    expect(isTimestamp('2026-01-01T00:00:00.000Z')).toBe(true);
    expect(isTimestamp('2026-01-01T05:30:00+05:30')).toBe(true);
    expect(['2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z'].map(isTimestamp)).toEqual(
      Array(3).fill(false),
    );
  });
});

describe('endpoints', () => {
  it('are recognised by their exact path', () => {
    const { clients, filters, notes } = everyEndpoint;
    expect(isFilled(clients.path, '/v1/clients')).toBe(true);
    expect(isFilled(notes.path, '/v1/sites/a/recommendations/b/notes')).toBe(true);
    expect(isFilled(filters.path, '/v1/sites//filters')).toBe(false);
    expect(isFilled(filters.path, '/v1/sites/a/b/filters')).toBe(false);
    expect(isFilled(clients.path, '/v1/clients/')).toBe(false);
  });

  it('percent-encode path parameters', () => {
    expect(pathTo('filters', { siteId: '../a b' })).toBe('/v1/sites/..%2Fa%20b/filters');
  });
});

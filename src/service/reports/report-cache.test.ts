import { describe, expect, it } from 'vitest';
import type { ReportBody } from './report-body.ts';
import { ReportCache, readAtOneVersion, reportKeyOf } from './report-cache.ts';

const bodyOf = (length: number, secondLength?: number): ReportBody => {
  const forms: ReportBody['forms'] = new Map([['gzip', new Uint8Array(length)]]);
  return secondLength === undefined
    ? { forms }
    : { forms: new Map([...forms, ['br', new Uint8Array(secondLength)]]) };
};

describe('the report cache', () => {
  it('finds a report only at the data version it was made for', () => {
    const cache = new ReportCache(1e6);
    const body = bodyOf(10);
    expect(cache.find('a', '1')).toBeNull();
    cache.set('a', '1', body);
    expect(cache.find('a', '1')).toBe(body);
    expect(cache.find('a', '2')).toBeNull();
    expect(cache.find('b', '1')).toBeNull();
    expect(cache.stats).toMatchObject({ hits: 1, misses: 3, entries: 1 });
  });

  it('replaces the report of an older version', () => {
    const cache = new ReportCache(1e6);
    cache.set('a', '1', bodyOf(10));
    const { bytes } = cache.stats;
    cache.set('a', '2', bodyOf(10));
    expect(cache.stats).toMatchObject({ entries: 1, bytes });
    expect(cache.find('a', '1')).toBeNull();
  });

  it('counts the size of each added form, and adds none to a replaced or missing report', () => {
    const cache = new ReportCache(1e6);
    const [first, second] = [bodyOf(1_000), bodyOf(1_000)];
    cache.set('a', '1', first);
    const { bytes } = cache.stats;
    const both = bodyOf(1_000, 5_000);
    cache.extend('a', first, both);
    expect(cache.find('a', '1')).toBe(both);
    expect(cache.stats.bytes - bytes).toBeGreaterThanOrEqual(5_000);
    expect(cache.stats.bytes - bytes).toBeLessThan(6_000);
    cache.set('a', '2', second);
    cache.extend('a', both, bodyOf(1_000, 7_000));
    expect(cache.find('a', '2')).toBe(second);
    cache.extend('b', second, both);
    expect(cache.stats).toMatchObject({ entries: 1, bytes });
  });

  it('drops the least recently used report when its memory is full', () => {
    const cache = new ReportCache(30_000);
    for (let n = 0; n < 20; n += 1) {
      cache.set(String(n), '1', bodyOf(5_000));
      expect(cache.find('0', '1'), `after ${n}`).not.toBeNull();
    }
    expect(cache.stats.bytes).toBeLessThanOrEqual(30_000);
    expect(cache.stats.entries).toBeGreaterThan(2);
    expect(cache.find('1', '1')).toBeNull();
  });

  it('counts the overhead of entries, so that many tiny reports also fill it', () => {
    const cache = new ReportCache(1e6);
    for (let n = 0; n < 10_000; n += 1) cache.set(reportKeyOf(String(n)), '1', bodyOf(1));
    expect(cache.stats.bytes).toBeLessThanOrEqual(1e6);
    expect(cache.stats.entries).toBeLessThan(1_000);
  });

  it('does not store a report larger than the memory limit', () => {
    const cache = new ReportCache(10_000);
    cache.set('small', '1', bodyOf(100));
    cache.set('large', '1', bodyOf(20_000));
    expect(cache.find('large', '1')).toBeNull();
    expect(cache.find('small', '1')).not.toBeNull();
  });

  it('has keys of a fixed length, however long the identity', () => {
    const keys = ['', 'a', 'b', 'x'.repeat(100_000)].map(reportKeyOf);
    expect(new Set(keys.map((key) => key.length))).toEqual(new Set([44]));
    expect(new Set(keys).size).toBe(4);
  });
});

describe('readAtOneVersion', () => {
  it('repeats the reads if the data changed meanwhile, and returns the version that they saw', async () => {
    const versions = ['1', '2', '2', '2'];
    let reads = 0;
    const outcome = await readAtOneVersion(
      async () => versions.shift() ?? '2',
      async () => {
        reads += 1;
        return `read ${reads}`;
      },
    );
    expect(outcome).toEqual({ version: '2', result: 'read 2' });
  });
});

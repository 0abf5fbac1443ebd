import { describe, expect, it } from 'vitest';
import { findPreferredCoding } from './accept-encoding.ts';

const offeredCodings = ['zstd', 'br', 'gzip'] as const;

describe('the coding of a response', () => {
  it.each([
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['*', 'zstd'],
    ['*;q=0.1', 'zstd'],
    ['gzip;q=1.0, *;q=0.5', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['zstd;q=0.5, gzip;q=0.8', 'gzip'],
    ['zstd; q=0.5 , br;q=0.500', 'zstd'],
    ['br;q=0.001', 'br'],
    ['gzip, identity', 'gzip'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip, identity;q=0', 'gzip'],
    ['*, identity;q=0', 'zstd'],
  ])('for %j is %s', (header, coding) => {
    expect(findPreferredCoding(header, offeredCodings)).toBe(coding);
  });

  it.each([
    [null],
    [''],
    ['identity'],
    ['deflate'],
    ['gzip;q=0'],
    ['*;q=0'],
    ['gzip;q=0, br;q=0.0, zstd;q=0.000'],
    ['gzip;q=0.5, identity'],
    ['gzip;q=2'],
    ['gzip;q=-1'],
    ['gzip;q='],
    ['gzip;q=x'],
    [',;,=;q'],
  ])('for %j is null', (header) => {
    expect(findPreferredCoding(header, offeredCodings)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-format.ts';

describe('search parameters', () => {
  it('stay text, whatever they look like', () => {
    expect(parseSearch('?q=123&yes=true&o=%7B%22a%22%3A1%7D&none=')).toEqual({
      q: '123',
      yes: 'true',
      o: '{"a":1}',
      none: '',
    });
  });

  it('are a list for a repeated name and a string for a single one', () => {
    expect(parseSearch('a=2&b=x&a=1')).toEqual({ a: ['2', '1'], b: 'x' });
  });

  it('are written without values that are not text', () => {
    expect(stringifySearch({ a: undefined, b: null, c: 3, d: { e: 'f' }, g: ['h', 4] })).toBe(
      '?g=h',
    );
  });

  it('may have the names of object properties', () => {
    const search = parseSearch('__proto__=1&toString=2');
    expect(stringifySearch(search)).toBe('?__proto__=1&toString=2');
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
  });

  it('are read back as they were written', () => {
    const values = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 }));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), values), (search) => {
        const entries = Object.entries(search);
        expect(Object.entries(parseSearch(stringifySearch(search)))).toEqual(entries);
      }),
    );
  });
});

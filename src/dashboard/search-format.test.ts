import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, plainSearch, stringifySearch } from './search-format.ts';

describe('the search of an address', () => {
  it('leaves every value as the text it is', () => {
    expect(parseSearch('?q=123&yes=true&o=%7B%22a%22%3A1%7D&none=')).toEqual({
      q: '123',
      yes: 'true',
      o: '{"a":1}',
      none: '',
    });
  });

  it('lists a repeated name in order and gives a single one bare', () => {
    expect(parseSearch('a=2&b=x&a=1')).toEqual({ a: ['2', '1'], b: 'x' });
  });

  it('leaves out what is no text', () => {
    expect(stringifySearch({ a: undefined, b: null, c: 3, d: { e: 'f' }, g: ['h', 4] })).toBe(
      '?g=h',
    );
  });

  it('keeps a name that means something to objects', () => {
    const search = parseSearch('__proto__=1&toString=2');
    expect(stringifySearch(search)).toBe('?__proto__=1&toString=2');
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
  });

  it('reads back whatever it writes', () => {
    const values = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 }));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), values), (search) => {
        const entries = Object.entries(search);
        expect(Object.entries(parseSearch(stringifySearch(search)))).toEqual(entries);
        expect(Object.entries(plainSearch(search))).toEqual(entries);
      }),
    );
  });
});

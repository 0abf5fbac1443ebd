import { expect, it } from 'vitest';
import { withLiterals } from './literals.ts';

it('writes every kind of value as a literal of the type in the statement', () => {
  const sql = 'a = {a:UUID} AND b IN {b:Array(UInt64)} AND {c:Nullable(UUID)} IS NULL AND {d:Bool}';
  expect(withLiterals(sql, { a: '0f-1', b: [1, 2.5, -3], c: null, d: true })).toBe(
    "a = CAST('0f-1', 'UUID') AND b IN CAST([1,2.5,-3], 'Array(UInt64)') AND CAST(NULL, 'Nullable(UUID)') IS NULL AND CAST(true, 'Bool')",
  );
  expect(withLiterals('{x:Array(String)}', { x: [] })).toBe("CAST([], 'Array(String)')");
  expect(withLiterals('{x:Decimal(9, 2)}', { x: 1 })).toBe("CAST(1, 'Decimal(9, 2)')");
});

it('escapes values so that they cannot end their literal or start another parameter', () => {
  const firstCharacters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
  for (const text of [firstCharacters.join(''), '😀\ud800', "'; DROP TABLE x --", '{b:String}']) {
    const written = withLiterals('{a:String}', { a: text, b: 'never' });
    expect(written).toMatch(/^CAST\('(?:[A-Za-z0-9 .:_-]|\\x[0-9a-f]{2})*', 'String'\)$/);
    expect(written).not.toContain('never');
  }
});

it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, 1n])(
  'refuses %s as a value',
  (value) => {
    expect(() => withLiterals('{a:String}', { a: value })).toThrow(TypeError);
  },
);

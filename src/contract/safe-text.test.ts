import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { escapeFormulas } from './safe-text.ts';

/** Separators, quotes, signs that start a formula, and ordinary text. */
const part = fc.constantFrom(
  ...[',', ';', '\t', '\r', '\n', '\r\n', '"', '""', "'", ' ', '\u00A0'],
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '=1+1', '-5', 'a', 'é', '😀', '.', ''],
);
const text = fc.oneof(
  fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
/** A row of texts that ends with a number or an empty cell, as in the CSV file of a timeline's points. */
const row = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 4 }), fc.oneof(number, fc.constant('')))
  .map(([texts, value]) => [...texts, value]);
const rows = fc.array(row, { minLength: 1, maxLength: 4 });

const isNumber = (cell: string): boolean => /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell);
/** Spreadsheets may drop spaces and quotes at the start of a cell. */
const isFormula = (cell: string): boolean =>
  !isNumber(cell) && /^(?:[\t\r]|[" \u00A0]*[=+\-@＝＋－＠])/.test(cell);

const fileOf = (cells: readonly (readonly (string | number)[])[]): string =>
  Papa.unparse(
    cells.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))),
    { newline: '\r\n' },
  );

describe('escapeFormulas', () => {
  it.each([',', ';', '\t'])('leaves no formula when cells are split at %j', (delimiter) => {
    fc.assert(
      fc.property(rows, (cells) => {
        const file = fileOf(cells);
        const parsedCells = Papa.parse<string[]>(file, { delimiter }).data.flat();
        const cellsOfAnyLines = file.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));
        // Splits cells like a parser that ends lines at line feeds and drops the carriage returns before them.
        const cellsOfLineFeedLines = file
          .replaceAll('\r\n', '\n')
          .split('\n')
          .flatMap((line) => line.split(delimiter));
        expect(
          [...parsedCells, ...cellsOfAnyLines, ...cellsOfLineFeedLines].filter(isFormula),
        ).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('adds only apostrophes, at most one per sign, tab or line break', () => {
    fc.assert(
      fc.property(text, (original) => {
        const safe = escapeFormulas(original);
        expect(safe.replaceAll("'", '')).toBe(original.replaceAll("'", ''));
        expect(safe.length - original.length).toBeLessThanOrEqual(
          original.match(/[=+\-@\t\r\n＝＋－＠]/g)?.length ?? 0,
        );
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['a;=cmd()', "a;'=cmd()"],
    ['a, =cmd()', "a, '=cmd()"],
    ['a;"=cmd()"', 'a;"\'=cmd()"'],
    ['a\n=cmd()', "a\n'=cmd()"],
    ['a\r\n@b', "a\r\n'@b"],
    ['-5', "'-5"],
  ])('turns %j into %j', (original, safe) => {
    expect(escapeFormulas(original)).toBe(safe);
  });

  it.each(['Marks & Spencer', 'a-b; c+d', 'e@example.org', "O'Neill, x=y", 'Müller; Söhne'])(
    'leaves %j unchanged',
    (original) => {
      expect(escapeFormulas(original)).toBe(original);
    },
  );

  it('adds only apostrophes, even to a text of 10,000 spaces, quotes, separators or signs', () => {
    for (const filler of [' ', '"', '" ', ';', '\t', '=']) {
      const long = filler.repeat(10_000);
      expect(escapeFormulas(`${long}=`).replaceAll("'", '')).toBe(`${long}=`);
    }
  });
});

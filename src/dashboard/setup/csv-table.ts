import type { ParseResult } from 'papaparse';
import { foldedText } from '../../contract/sightline/setup.ts';

/** The columns that a file can have. Several names can stand for a field; the first is shown to the user. */
export const csvFields = [
  {
    field: 'text',
    names: ['text', 'question', 'prompt', 'prompttext', 'query', 'querytext', 'keyword'],
  },
  { field: 'category', names: ['category'] },
  { field: 'tags', names: ['tags'] },
  { field: 'products', names: ['products'] },
  { field: 'personas', names: ['personas'] },
  { field: 'journeyStages', names: ['stages', 'journeystages'] },
] as const;
export type CsvField = (typeof csvFields)[number]['field'];

/** The names of the columns, as shown to the user. */
export const csvColumns = csvFields.map(({ names: [shown] }) => shown).join(', ');

/** Papa Parse's `parse` for text. */
type Parse = (
  text: string,
  options: { delimiter: string; preview?: number; quoteChar?: string; skipEmptyLines: false },
) => ParseResult<string[]>;

/** The rows of a file. */
export interface CsvTable {
  /** The rows that are not blank, numbered as in a spreadsheet, from 1. */
  rows: readonly { cells: readonly string[]; number: number }[];
  /** What separates the cells, in the plural; null if each line is one cell. */
  separators: string | null;
  /** What could not be read, in sentences. */
  faults: readonly string[];
}

/** How a table is understood. */
export interface CsvReading {
  /** Whether the first row names the columns. */
  hasHeader: boolean;
  /** The field in each column; null for one that is left out. */
  fields: readonly (CsvField | null)[];
}

const separatorNames = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
]);
/** Characters that no text file has. */
const noDelimiter = '\u001f';
const noQuote = '\u001e';
/** Among so many first rows is one that is not blank. */
const previewedRows = 20;

/** A row of separators alone is blank too. */
const isBlankRow = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^[\s,;|]*$/.test(cell));

/** "prompttext" for "Prompt text" and "prompt_text". */
const foldedName = (name: string): string => foldedText(name).replace(/[\s_-]/g, '');

/** The field in each column of a header; null where it is unknown. Of several columns, that of the first name counts. */
function findFields(header: readonly string[]): (CsvField | null)[] {
  const names = header.map(foldedName);
  const columns = csvFields.map(({ field, names: known }) => ({
    field,
    at: names.indexOf(known.find((name) => names.includes(name)) ?? noDelimiter),
  }));
  return header.map((_, column) => columns.find(({ at }) => at === column)?.field ?? null);
}

/**
 * What separates the cells, by the first row alone, whose names are known: other rows may have separators in their
 * texts. Without known names, a separator is not followed by a space, as it is in a sentence.
 */
function findDelimiter(text: string, parse: Parse): string {
  const candidates = [...separatorNames.keys()].flatMap((delimiter) => {
    const options = { delimiter, preview: previewedRows, skipEmptyLines: false } as const;
    const cells = parse(text, options).data.find((row) => !isBlankRow(row)) ?? [];
    const fields = findFields(cells).filter((field) => field !== null);
    const isProse = fields.length === 0 && cells.slice(1).some((cell) => /^\s/.test(cell));
    if (cells.length < 2 || isProse) return [];
    return { delimiter, score: [Number(fields.includes('text')), fields.length, cells.length] };
  });
  const [best] = candidates.sort(
    ({ score: [a = 0, b = 0, c = 0] }, { score: [d = 0, e = 0, f = 0] }) => d - a || e - b || f - c,
  );
  return best?.delimiter ?? noDelimiter;
}

/** Reads a file as a table, or as lines if its first row has no separator. @param parse papaparse's, loaded on demand */
export function readCsvTable(file: string, parse: Parse): CsvTable {
  const text = file.replace(/^\uFEFF/, '');
  const delimiter = findDelimiter(text, parse);
  const options = { delimiter, skipEmptyLines: false } as const;
  const separators = separatorNames.get(delimiter) ?? null;
  const parsed = parse(text, options);
  const quoteFaults = parsed.errors.filter(({ code }) => /Quotes$/.test(code));
  // Quotation marks around a part of a line are not those of a cell.
  const isPlain = separators === null && quoteFaults.some(({ code }) => code === 'InvalidQuotes');
  const { data } = isPlain ? parse(text, { ...options, quoteChar: noQuote }) : parsed;
  return {
    rows: data
      .map((cells, at) => ({ cells, number: at + 1 }))
      .filter(({ cells }) => !isBlankRow(cells)),
    separators,
    faults: isPlain
      ? []
      : quoteFaults.map(
          ({ row }) => `Row ${(row ?? 0) + 1} has a quotation mark that is not closed.`,
        ),
  };
}

/** How a table is understood until the user says otherwise: lines without a known name above them are all questions. */
export function guessReading({ rows: [first], separators }: CsvTable): CsvReading {
  const fields = findFields(first?.cells ?? []);
  if (separators !== null || fields.includes('text')) return { hasHeader: true, fields };
  return { hasHeader: false, fields: ['text'] };
}

/** Whether some columns of a table have no known name, so that the user may say what they are. */
export const hasUnknownColumns = ({ rows: [first] }: CsvTable): boolean =>
  findFields(first?.cells ?? []).includes(null);

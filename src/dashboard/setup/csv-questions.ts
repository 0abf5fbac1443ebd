import type { ParseResult } from 'papaparse';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { foldedText } from '../../contract/sightline/setup.ts';
import { createQuestion, type DraftQuestion } from './draft.ts';
import { isSame } from './is-same.ts';
import { readLabelled } from './labelled-text.ts';

/** Papa Parse's `parse` for text. */
type Parse = (text: string, options: { skipEmptyLines: false }) => ParseResult<string[]>;

/** One row of a file. */
export interface CsvQuestion {
  text: string;
  /** Gives a question what the row says. Fields whose column the file does not have stay as they are. */
  applyTo: (question: DraftQuestion) => DraftQuestion;
}

/** The questions in a CSV file, and what could not be read, in sentences. */
export interface CsvQuestions {
  questions: readonly CsvQuestion[];
  faults: readonly string[];
}

/** The columns that a file can have. Several names can stand for a field; the first is shown to the user. */
const columns = [
  { field: 'text', names: ['text', 'question'] },
  { field: 'category', names: ['category'] },
  { field: 'tags', names: ['tags'] },
  { field: 'products', names: ['products'] },
  { field: 'personas', names: ['personas'] },
  { field: 'journeyStages', names: ['stages', 'journeystages'] },
] as const;
type ColumnField = (typeof columns)[number]['field'];
const fieldsByName = new Map(
  columns.flatMap(({ field, names }) => names.map((name): [string, ColumnField] => [name, field])),
);

/** The names of the columns, as shown to the user. */
export const csvColumns = columns.map(({ names: [shown] }) => shown).join(', ');

const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const splitValues = (cell: string): string[] =>
  cell.split(';').flatMap((value) => value.trim() || []);

function readRow(
  fields: readonly (ColumnField | undefined)[],
  cells: readonly string[],
): CsvQuestion {
  const cellOf = (field: ColumnField): string | undefined => {
    const at = fields.indexOf(field);
    return at === -1 ? undefined : (cells[at] ?? '').trim();
  };
  return {
    text: cellOf('text') ?? '',
    applyTo: (question) => ({
      ...question,
      category: cellOf('category') ?? question.category,
      ...plainClassifications.byField((field) => {
        const cell = cellOf(field);
        return cell === undefined ? question[field] : splitValues(cell);
      }),
      ...labelledClassifications.byField((field) => {
        const cell = cellOf(field);
        return cell === undefined ? question[field] : splitValues(cell).map(readLabelled);
      }),
    }),
  };
}

/** Reads a CSV file with a header. `parse` is papaparse's function, which is loaded on demand. */
export function readCsvQuestions(text: string, parse: Parse): CsvQuestions {
  const { data, errors } = parse(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  // Numbered as in a spreadsheet, from 1.
  const rows = data
    .map((cells, at) => ({ cells, number: at + 1 }))
    .filter(({ cells }) => !isBlankRow(cells));
  const header = rows.shift()?.cells ?? [];
  const fields = header.map((name) => fieldsByName.get(name.trim().toLowerCase()));
  if (!fields.includes('text')) {
    return {
      questions: [],
      faults: [`The first row must name the columns: ${csvColumns}. Only text is required.`],
    };
  }
  const unknown = header.filter((name, at) => fields[at] === undefined && name.trim() !== '');
  const faults = [
    ...unknown.map((name) => `The column “${name.trim()}” is unknown and left out.`),
    ...errors
      .filter(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes')
      .map(({ row }) => `Row ${(row ?? 0) + 1} has a quotation mark that is not closed.`),
  ];
  const questions: CsvQuestion[] = [];
  const known = new Set<string>();
  for (const { cells, number } of rows) {
    const question = readRow(fields, cells);
    const folded = foldedText(question.text);
    if (folded === '') faults.push(`Row ${number} has no text and is left out.`);
    else if (known.has(folded)) faults.push(`Row ${number} repeats a question and is left out.`);
    else questions.push(question);
    known.add(folded);
  }
  return { questions, faults };
}

/** What importing a file changes. */
export interface CsvPlan {
  added: readonly DraftQuestion[];
  /** The questions of the site that the file changes, as they will be. Retired ones are brought back. */
  changed: readonly DraftQuestion[];
  /** What changes at each of these, by its key: "category, tags". */
  changes: ReadonlyMap<string, string>;
  unchanged: number;
  /** Stored questions in use that the file does not have. */
  missing: readonly DraftQuestion[];
}

/** Names the columns in which two versions of a question differ. */
const describeChange = (before: DraftQuestion, after: DraftQuestion): string =>
  [
    ...columns
      .filter(({ field }) => !isSame(before[field], after[field]))
      .map(({ names: [shown] }) => shown),
    ...(before.isRetired && !after.isRetired ? ['brought back'] : []),
  ].join(', ');

/** Compares the questions in a file with those of the form, by their text. */
export function planCsvImport(
  rows: readonly CsvQuestion[],
  questions: readonly DraftQuestion[],
): CsvPlan {
  const kept = questions.filter(({ isRemoved }) => !isRemoved);
  const byText = new Map(kept.map((question) => [foldedText(question.text), question]));
  const added: DraftQuestion[] = [];
  const changed: DraftQuestion[] = [];
  const changes = new Map<string, string>();
  const matched = new Set<string>();
  for (const row of rows) {
    const known = byText.get(foldedText(row.text));
    if (!known) {
      added.push(row.applyTo(createQuestion({ text: row.text })));
      continue;
    }
    matched.add(known.key);
    const next = { ...row.applyTo(known), isRetired: false };
    if (isSame(next, known)) continue;
    changed.push(next);
    changes.set(next.key, describeChange(known, next));
  }
  return {
    added,
    changed,
    changes,
    unchanged: matched.size - changed.length,
    missing: kept.filter(
      ({ key, isStored, isRetired }) => isStored && !(matched.has(key) || isRetired),
    ),
  };
}

/** The questions after the import. @param retiresMissing whether questions that the file does not have are retired */
export function applyCsvPlan(
  questions: readonly DraftQuestion[],
  { added, changed, missing }: CsvPlan,
  retiresMissing: boolean,
): DraftQuestion[] {
  const changedByKey = new Map(changed.map((question) => [question.key, question]));
  const missingKeys = new Set(missing.map(({ key }) => key));
  const kept = questions.map((question) => {
    const next = changedByKey.get(question.key) ?? question;
    return retiresMissing && missingKeys.has(question.key) ? { ...next, isRetired: true } : next;
  });
  return [...kept, ...added];
}

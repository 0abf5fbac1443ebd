import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { foldedText } from '../../contract/sightline/setup.ts';
import { type CsvField, type CsvReading, type CsvTable, csvFields } from './csv-table.ts';
import { quote } from './describe-client.ts';
import { createQuestion, type DraftQuestion } from './draft.ts';
import { isSame } from './is-same.ts';
import { readLabelled } from './labelled-text.ts';

/** One row of a file. */
interface CsvQuestion {
  text: string;
  /** Gives a question what the row says. Fields whose column the file does not have stay as they are. */
  applyTo: (question: DraftQuestion) => DraftQuestion;
}

/** The questions in a CSV file, and what could not be read, in sentences. */
export interface CsvQuestions {
  questions: readonly CsvQuestion[];
  faults: readonly string[];
  /** Whether the file has every question that it was meant to have, as far as can be told. */
  isWhole: boolean;
}

const splitValues = (cell: string): string[] =>
  cell.split(';').flatMap((value) => value.trim() || []);

function readRow(fields: CsvReading['fields'], cells: readonly string[]): CsvQuestion {
  const cellOf = (field: CsvField): string | undefined => {
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

/** Reads the questions in a table. Leaves out rows with more cells than columns, whose texts may be cut. */
export function readCsvQuestions(table: CsvTable, { hasHeader, fields }: CsvReading): CsvQuestions {
  const [first] = table.rows;
  if (!first) return { questions: [], faults: ['The file is empty.'], isWhole: false };
  if (!fields.includes('text'))
    return { questions: [], faults: ['Choose the column with the questions.'], isWhole: false };
  const unknown = first.cells.filter(
    (name, at) => hasHeader && fields[at] === null && name.trim() !== '',
  );
  const faults = [
    ...unknown.map((name) => `The column ${quote(name.trim())} is left out.`),
    ...table.faults,
  ];
  const questions: CsvQuestion[] = [];
  const known = new Set<string>();
  let isWhole = table.faults.length === 0;
  for (const { cells, number } of table.rows.slice(hasHeader ? 1 : 0)) {
    const question = readRow(fields, cells);
    const folded = foldedText(question.text);
    if (cells.slice(fields.length).some((cell) => cell.trim() !== '')) {
      isWhole = false;
      faults.push(
        `Row ${number} has more cells than the first row and is left out. A text with ${table.separators} needs quotation marks around it.`,
      );
      continue;
    }
    if (folded === '') faults.push(`Row ${number} has no text and is left out.`);
    else if (known.has(folded)) faults.push(`Row ${number} repeats a question and is left out.`);
    else questions.push(question);
    known.add(folded);
  }
  return { questions, faults, isWhole };
}

/** What importing a file changes. */
export interface CsvPlan {
  added: readonly DraftQuestion[];
  /** The questions of the site that the file changes, as they will be. Retired ones are brought back. */
  changed: readonly DraftQuestion[];
  /** What changes at each of these, by its key: "category, tags". */
  changes: ReadonlyMap<string, string>;
  unchanged: number;
  /** Stored questions in use that the file does not have; empty if that cannot be told. */
  missing: readonly DraftQuestion[];
}

/** Names the columns in which two versions of a question differ. */
const describeChange = (before: DraftQuestion, after: DraftQuestion): string =>
  [
    ...csvFields
      .filter(({ field }) => !isSame(before[field], after[field]))
      .map(({ names: [shown] }) => shown),
    ...(before.isRetired && !after.isRetired ? ['brought back'] : []),
  ].join(', ');

/** Compares the questions in a file with those of the form, by their text. */
export function planCsvImport(
  { questions: rows, isWhole }: Pick<CsvQuestions, 'questions' | 'isWhole'>,
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
      ({ key, isStored, isRetired }) => isWhole && isStored && !(matched.has(key) || isRetired),
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

import { useEffect, useMemo, useRef, useState } from 'react';
import { maxSetupBytes } from '../../contract/sightline/setup.ts';
import { countText } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';
import { Button } from '../ui/button.tsx';
import { countQuestions } from './count-questions.ts';
import { CsvColumns } from './csv-columns.tsx';
import { applyCsvPlan, planCsvImport, readCsvQuestions } from './csv-questions.ts';
import {
  type CsvReading,
  type CsvTable,
  csvColumns,
  guessReading,
  hasUnknownColumns,
  readCsvTable,
} from './csv-table.ts';
import type { DraftQuestion } from './draft.ts';
import { Field } from './field.tsx';
import styles from './setup.module.css';

/** Questions of each kind that the preview shows; the rest are counted. */
const shownQuestions = 5;

/** A file that was read, or why it was refused. */
type ReadFile = { table: CsvTable } | { refusal: string };

const mebibyte = 2 ** 20;

/** The text of a file; null if it is not UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a file. Never throws. */
async function readFile(file: File): Promise<ReadFile> {
  if (file.size > maxSetupBytes)
    return { refusal: `The file is larger than ${maxSetupBytes / mebibyte} MiB.` };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return { refusal: 'The file could not be read.' };
  const text = decode(bytes);
  if (text === null)
    return {
      refusal: 'The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.',
    };
  const papa = await import('papaparse').catch(() => null);
  if (papa === null) return { refusal: 'The import could not be loaded. Try again.' };
  return {
    table: readCsvTable(text, (source, options) => papa.default.parse<string[]>(source, options)),
  };
}

interface ListedProps {
  title: string;
  questions: readonly DraftQuestion[];
  /** What to say beside some of the questions, by their keys. */
  remarks?: ReadonlyMap<string, string>;
}

/** A heading that counts questions, above a list of the first of them. */
function Listed({ title, questions, remarks }: ListedProps) {
  if (questions.length === 0) return null;
  const more = questions.length - shownQuestions;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {questions.slice(0, shownQuestions).map(({ key, text }) => (
          <li key={key}>
            <bdi>{text}</bdi>
            {remarks?.has(key) && (
              <span className={styles['hint']}>{` (${remarks.get(key)})`}</span>
            )}
          </li>
        ))}
        {more > 0 && <li>and {countText(more, pageLocale())} more</li>}
      </ul>
    </div>
  );
}

interface CsvImportProps {
  questions: readonly DraftQuestion[];
  onApply: (questions: readonly DraftQuestion[]) => void;
  onCancel: () => void;
}

/** Reads questions from a CSV file, and shows what that changes before it is applied. */
export function CsvImport({ questions, onApply, onCancel }: CsvImportProps) {
  const field = useRef<HTMLInputElement>(null);
  const chosen = useRef<File | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [table, setTable] = useState<CsvTable | null>(null);
  const [reading, setReading] = useState<CsvReading>({ hasHeader: false, fields: [] });
  const [retiresMissing, setRetiresMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const preview = useMemo(() => {
    if (table === null) return null;
    const read = readCsvQuestions(table, reading);
    return { plan: planCsvImport(read, questions), faults: read.faults };
  }, [table, reading, questions]);
  const plan = preview?.plan;
  const retiredCount = retiresMissing ? (plan?.missing.length ?? 0) : 0;
  const changes = plan ? plan.added.length + plan.changed.length + retiredCount : 0;
  async function choose(file: File | undefined): Promise<void> {
    chosen.current = file;
    setTable(null);
    setRetiresMissing(false);
    const read = file ? await readFile(file) : { refusal: null };
    if (chosen.current !== file) return;
    const next = 'table' in read ? read.table : null;
    setRefusal('refusal' in read ? read.refusal : null);
    setTable(next);
    if (next) setReading(guessReading(next));
  }
  return (
    <div className={styles['import']}>
      <Field
        label="CSV file with questions"
        hint={`Columns: ${csvColumns}. Only text is needed. Separate several values with semicolons; value|label gives a value a label.`}
      >
        {(connection) => (
          <input
            {...connection}
            ref={field}
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        )}
      </Field>
      {table && hasUnknownColumns(table) && (
        <CsvColumns {...{ table, reading }} onReading={setReading} />
      )}
      <div role="status" className={styles['preview']}>
        {refusal !== null && <p className={styles['error']}>{refusal}</p>}
        {table?.separators === null && table.rows.length > 0 && (
          <p className={styles['hint']}>The file has one column, so each line is a question.</p>
        )}
        {preview && (
          <>
            {preview.faults.map((fault) => (
              <p key={fault} className={styles['error']}>
                {fault}
              </p>
            ))}
            <Listed
              title={`Adds ${countQuestions(preview.plan.added.length)}`}
              questions={preview.plan.added}
            />
            <Listed
              title={`Changes ${countQuestions(preview.plan.changed.length)}`}
              questions={preview.plan.changed}
              remarks={preview.plan.changes}
            />
            {preview.plan.unchanged > 0 && (
              <p className={styles['hint']}>{countQuestions(preview.plan.unchanged)} unchanged.</p>
            )}
            {retiresMissing && (
              <Listed
                title={`Retires ${countQuestions(preview.plan.missing.length)}`}
                questions={preview.plan.missing}
              />
            )}
          </>
        )}
      </div>
      {plan && plan.missing.length > 0 && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={retiresMissing}
            onChange={({ currentTarget }) => setRetiresMissing(currentTarget.checked)}
          />
          <span>Retire {countQuestions(plan.missing.length)} that the file does not have</span>
        </label>
      )}
      <div className={styles['actions']}>
        <Button
          look="strong"
          isUnavailable={changes === 0}
          onClick={() => plan && onApply(applyCsvPlan(questions, plan, retiresMissing))}
        >
          Apply to the form
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

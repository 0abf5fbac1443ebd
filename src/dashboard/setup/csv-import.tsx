import { useEffect, useRef, useState } from 'react';
import { maxSetupBytes } from '../../contract/sightline/setup.ts';
import { countText } from '../counts.ts';
import { Button } from '../ui/button.tsx';
import { countQuestions } from './count-questions.ts';
import {
  applyCsvPlan,
  type CsvPlan,
  csvColumns,
  planCsvImport,
  readCsvQuestions,
} from './csv-questions.ts';
import type { DraftQuestion } from './draft.ts';
import { Field } from './field.tsx';
import styles from './setup.module.css';

/** Questions of each kind that the preview shows; the rest are counted. */
const shownQuestions = 5;

interface Preview {
  plan: CsvPlan;
  faults: readonly string[];
}

const mebibyte = 2 ** 20;

/** The text of a file; null if it is not UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a file and compares it with the questions. Never throws: what is wrong is among the faults. */
async function readFile(file: File, questions: readonly DraftQuestion[]): Promise<Preview> {
  const refuse = (fault: string): Preview => ({ plan: planCsvImport([], []), faults: [fault] });
  if (file.size > maxSetupBytes)
    return refuse(`The file is larger than ${maxSetupBytes / mebibyte} MiB.`);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return refuse('The file could not be read.');
  const text = decode(bytes);
  if (text === null)
    return refuse('The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.');
  const papa = await import('papaparse').catch(() => null);
  if (papa === null) return refuse('The import could not be loaded. Try again.');
  const { questions: rows, faults } = readCsvQuestions(text, (source, options) =>
    papa.default.parse<string[]>(source, options),
  );
  return { plan: planCsvImport(rows, questions), faults };
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
        {more > 0 && <li>and {countText(more, undefined)} more</li>}
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
  const [preview, setPreview] = useState<Preview | null>(null);
  const [retiresMissing, setRetiresMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const plan = preview?.plan;
  const retiredCount = retiresMissing ? (plan?.missing.length ?? 0) : 0;
  const changes = plan ? plan.added.length + plan.changed.length + retiredCount : 0;
  return (
    <div className={styles['import']}>
      <Field
        label="CSV file with questions"
        hint={`Columns: ${csvColumns}. Separate several values with semicolons; value|label gives a value a label.`}
      >
        {(connection) => (
          <input
            {...connection}
            ref={field}
            type="file"
            accept=".csv,text/csv"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              setPreview(file ? await readFile(file, questions) : null);
            }}
          />
        )}
      </Field>
      <div role="status" className={styles['preview']}>
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

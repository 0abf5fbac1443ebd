import { useEffect, useRef, useState } from 'react';
import { maxSetupBytes } from '../../contract/sightline/setup.ts';
import { Button } from '../ui/button.tsx';
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

/** Reads a file and compares it with the questions. Never throws: what is wrong is among the faults. */
async function readFile(file: File, questions: readonly DraftQuestion[]): Promise<Preview> {
  const none = planCsvImport([], []);
  if (file.size > maxSetupBytes) return { plan: none, faults: ['The file is larger than 4 MiB.'] };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    const { default: Papa } = await import('papaparse');
    const { questions: rows, faults } = readCsvQuestions(text, (source, options) =>
      Papa.parse<string[]>(source, options),
    );
    return { plan: planCsvImport(rows, questions), faults };
  } catch (error) {
    const reason =
      error instanceof TypeError
        ? 'The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.'
        : 'The file could not be read.';
    return { plan: none, faults: [reason] };
  }
}

const count = (questions: number): string =>
  `${questions.toLocaleString('en')} ${questions === 1 ? 'question' : 'questions'}`;

/** A heading with a number of questions, the first of which are listed. */
function Listed({ title, questions }: { title: string; questions: readonly DraftQuestion[] }) {
  if (questions.length === 0) return null;
  const more = questions.length - shownQuestions;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {questions.slice(0, shownQuestions).map(({ key, text }) => (
          <li key={key}>
            <bdi>{text}</bdi>
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
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
              title={`Adds ${count(preview.plan.added.length)}`}
              questions={preview.plan.added}
            />
            <Listed
              title={`Changes ${count(preview.plan.changed.length)}`}
              questions={preview.plan.changed}
            />
            {preview.plan.unchanged > 0 && (
              <p className={styles['hint']}>{count(preview.plan.unchanged)} unchanged.</p>
            )}
            {retiresMissing && (
              <Listed
                title={`Retires ${count(preview.plan.missing.length)}`}
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
          <span>Retire {count(plan.missing.length)} that the file does not have</span>
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

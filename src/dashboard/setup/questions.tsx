import {
  type Dispatch,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../ui/button.tsx';
import { hasAllWords } from '../ui/has-all-words.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { countQuestions } from './count-questions.ts';
import { quote } from './describe-client.ts';
import type { DraftQuestion } from './draft.ts';
import type { DraftAction } from './draft-reducer.ts';
import type { FieldErrors } from './draft-request.ts';
import { Field } from './field.tsx';
import { readPasted } from './pasted-questions.ts';
import { describeLanguages, type ForeignLanguages } from './question-languages.ts';
import { focusCount, QuestionRow, questionCountId } from './question-row.tsx';
import styles from './setup.module.css';

/** Loaded on demand, since most set-ups have their questions pasted. */
const CsvImport = lazyPart(async () => (await import('./csv-import.tsx')).CsvImport);

/** Questions shown before the user asks for the rest. */
const firstShown = 50;
/** From this number on, the list has a search field. */
const searchableFrom = 10;
/** Duplicates that are shown; the rest are counted. */
const shownDuplicates = 3;

interface PasteFieldProps {
  pasted: string;
  questions: readonly DraftQuestion[];
  dispatch: Dispatch<DraftAction>;
  /** Another way to add questions, beside the button. */
  children: ReactNode;
}

/** Adds questions that are typed or pasted, one per line. */
function PasteField({ pasted, questions, dispatch, children }: PasteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { added, duplicates, isTable } = useMemo(
    () => readPasted(pasted, questions),
    [pasted, questions],
  );
  const skipped = duplicates.slice(0, shownDuplicates).map(quote);
  const more = duplicates.length - skipped.length;
  return (
    <div className={styles['paste']}>
      <Field label="Add questions" hint="One per line, as people ask them.">
        {(connection) => (
          <textarea
            {...connection}
            ref={field}
            rows={5}
            value={pasted}
            placeholder={
              'Which paint is best for a damp bathroom?\nWhich paint brands are sustainable?'
            }
            onChange={({ currentTarget }) =>
              dispatch({ type: 'pasted', text: currentTarget.value })
            }
          />
        )}
      </Field>
      {isTable && <p className={styles['hint']}>Only the first column of the table is added.</p>}
      {duplicates.length > 0 && (
        <p className={styles['hint']}>
          {`Skipped because they are duplicates: ${skipped.join(', ')}${more > 0 ? ` and ${more} more` : ''}`}
        </p>
      )}
      <div className={styles['actions']}>
        <Button
          isUnavailable={added.length === 0}
          onClick={() => {
            dispatch({ type: 'addPasted' });
            field.current?.focus();
          }}
        >
          {added.length === 0 ? 'Add questions' : `Add ${countQuestions(added.length)}`}
        </Button>
        {children}
      </div>
    </div>
  );
}

interface QuestionListProps {
  questions: readonly DraftQuestion[];
  languages: ForeignLanguages | undefined;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
}

/** The first questions, and those with errors; the rest on request. */
function QuestionList({ questions, languages, errors, dispatch }: QuestionListProps) {
  const [isWhole, setWhole] = useState(false);
  const faultyKeys = new Set([...errors.keys()].map((field) => field.split('.')[0] ?? ''));
  const shown = isWhole
    ? questions
    : questions.filter(({ key }, at) => at < firstShown || faultyKeys.has(key));
  return (
    <>
      <ul className={styles['rows']}>
        {shown.map((question) => (
          <li key={question.key}>
            <QuestionRow
              {...{ question, errors, dispatch }}
              language={languages?.get(question.text)}
            />
          </li>
        ))}
      </ul>
      {shown.length < questions.length && (
        <div>
          <Button onClick={() => setWhole(true)}>
            Show all {countQuestions(questions.length)}
          </Button>
        </div>
      )}
    </>
  );
}

interface QuestionsProps extends QuestionListProps {
  pasted: string;
}

/** The questions of a site: to add, import, find and change. */
export function Questions({ questions, pasted, languages, errors, dispatch }: QuestionsProps) {
  const [isImporting, setImporting] = useState(false);
  const wasImporting = useRef(false);
  useEffect(() => {
    if (wasImporting.current && !isImporting) focusCount();
    wasImporting.current = isImporting;
  }, [isImporting]);
  const [typed, setTyped] = useState('');
  const needle = useDeferredValue(typed.trim());
  const matching = questions.filter(({ text, category, tags }) =>
    hasAllWords([text, category, ...tags], needle),
  );
  const inUse = matching.filter(({ isRetired }) => !isRetired);
  const retired = matching.filter(({ isRetired }) => isRetired);
  const used = questions.filter(({ isRetired, isRemoved }) => !(isRetired || isRemoved));
  const languageNote = describeLanguages(used.flatMap(({ text }) => languages?.get(text) ?? []));
  return (
    <>
      <PasteField {...{ pasted, questions, dispatch }}>
        {!isImporting && (
          <Button look="quiet" onClick={() => setImporting(true)}>
            Import a CSV file
          </Button>
        )}
      </PasteField>
      {isImporting && (
        <Suspense>
          <CsvImport
            questions={questions}
            onApply={(next) => {
              dispatch({ type: 'questions', questions: next });
              setImporting(false);
            }}
            onCancel={() => setImporting(false)}
          />
        </Suspense>
      )}
      {questions.length > 0 && (
        <div className={styles['listHead']}>
          <h3 id={questionCountId} tabIndex={-1}>
            {countQuestions(used.length)}
          </h3>
          {questions.length >= searchableFrom && (
            <input
              type="search"
              className={styles['find']}
              placeholder="Find a question"
              aria-label="Find a question"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={(event) => {
                // Otherwise Enter would save the form.
                if (event.key === 'Enter') event.preventDefault();
              }}
            />
          )}
        </div>
      )}
      {languageNote !== null && <p className={styles['hint']}>{languageNote}</p>}
      {matching.length === 0 && needle !== '' && (
        <p className={styles['hint']}>No matches for {quote(needle)}.</p>
      )}
      {inUse.length > 0 && <QuestionList questions={inUse} {...{ languages, errors, dispatch }} />}
      {retired.length > 0 && (
        <details className={styles['retired']}>
          <summary>{`${countQuestions(retired.length)} retired`}</summary>
          <p className={styles['hint']}>New scans leave them out. Their answers stay.</p>
          <QuestionList questions={retired} {...{ languages, errors, dispatch }} />
        </details>
      )}
    </>
  );
}

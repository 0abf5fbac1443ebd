import { type Dispatch, memo, useEffect, useId, useRef, useState } from 'react';
import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { Button } from '../ui/button.tsx';
import type { DraftQuestion } from './draft.ts';
import type { DraftAction } from './draft-reducer.ts';
import type { FieldErrors } from './draft-request.ts';
import { Field } from './field.tsx';
import { readLabelled, writeLabelled } from './labelled-text.ts';
import { ListField } from './list-field.tsx';
import styles from './setup.module.css';
import { TextField } from './text-field.tsx';

const classNames = {
  tags: 'Tags',
  products: 'Products',
  personas: 'Personas',
  journeyStages: 'Journey stages',
} as const;

const valueSeparator = /[\n;]+/;

/** The ID of the heading that counts the questions. */
export const questionCountId = 'question-count';

/** Keeps keyboard users in the list when the button that they used is replaced. */
export const focusCount = (): void => document.getElementById(questionCountId)?.focus();

interface QuestionRowProps {
  question: DraftQuestion;
  /** The name of its language if that is certainly not English. */
  language: string | undefined;
  errors: FieldErrors;
  dispatch: Dispatch<DraftAction>;
}

/** Language, category and classifications, for reading. */
function describeClasses(question: DraftQuestion, language: string | undefined): string {
  return [
    language === undefined ? '' : `In ${language}`,
    question.category,
    ...plainClassifications.fields.flatMap((field) => question[field]),
    ...labelledClassifications.fields.flatMap((field) => question[field].map(({ label }) => label)),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

interface QuestionEditorProps extends QuestionRowProps {
  /** Whether to focus the text. */
  isFocused: boolean;
  onDone: () => void;
}

function QuestionEditor({ question, errors, dispatch, isFocused, onDone }: QuestionEditorProps) {
  const { key } = question;
  const field = useRef<HTMLTextAreaElement>(null);
  // Opened by the user; a question with an error is focused with the other errors.
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const change = (fields: Partial<DraftQuestion>) => dispatch({ type: 'question', key, fields });
  const hint = question.hasAnswers ? 'Its answers so far were given to the stored wording.' : null;
  const textError = errors.get(`${key}.text`);
  return (
    <div className={styles['editor']}>
      <Field label="Question" hint={hint} error={textError}>
        {(connection) => (
          <textarea
            {...connection}
            ref={field}
            rows={2}
            value={question.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
      <div className={styles['classes']}>
        <TextField
          label="Category"
          error={errors.get(`${key}.category`)}
          value={question.category}
          onText={(category) => change({ category })}
        />
        {plainClassifications.fields.map((field) => (
          <ListField
            key={field}
            label={classNames[field]}
            error={errors.get(`${key}.${field}`)}
            values={question[field]}
            onValues={(values) => change({ [field]: values })}
            separator={valueSeparator}
          />
        ))}
        {labelledClassifications.fields.map((field) => (
          <ListField
            key={field}
            label={classNames[field]}
            error={errors.get(`${key}.${field}`)}
            values={question[field].map(writeLabelled)}
            onValues={(values) => change({ [field]: values.map(readLabelled) })}
            separator={valueSeparator}
          />
        ))}
      </div>
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** One question: its text with what can be done with it, or the fields in which it is edited. */
export const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, language, errors, dispatch } = props;
  const { key, text, hasAnswers, isRetired, isRemoved } = question;
  const [isEditing, setEditing] = useState(false);
  const textId = useId();
  const hasError = [...errors.keys()].some((field) => field.startsWith(`${key}.`));
  const change = (fields: Partial<DraftQuestion>) => dispatch({ type: 'question', key, fields });
  if (isEditing || hasError) {
    return (
      <QuestionEditor
        {...props}
        isFocused={isEditing}
        onDone={() => {
          setEditing(false);
          focusCount();
        }}
      />
    );
  }
  const classes = describeClasses(question, language);
  return (
    <div className={styles['question']} data-muted={isRetired || isRemoved || undefined}>
      <div>
        <p id={textId}>
          <bdi>{text}</bdi>
        </p>
        {isRemoved && <p className={styles['hint']}>Saving deletes this question.</p>}
        {!isRemoved && classes !== '' && <p className={styles['hint']}>{classes}</p>}
      </div>
      <div className={styles['actions']}>
        {!(isRemoved || isRetired) && (
          <Button look="quiet" aria-describedby={textId} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        {isRemoved || isRetired ? (
          <Button
            look="quiet"
            aria-describedby={textId}
            onClick={() => {
              change(isRemoved ? { isRemoved: false } : { isRetired: false });
              focusCount();
            }}
          >
            {isRemoved ? 'Keep' : 'Bring back'}
          </Button>
        ) : hasAnswers ? (
          <Button
            look="quiet"
            aria-describedby={textId}
            title="New scans leave it out. Its answers stay."
            onClick={() => {
              change({ isRetired: true });
              focusCount();
            }}
          >
            Retire
          </Button>
        ) : null}
        {!(hasAnswers || isRemoved) && (
          <Button
            look="quiet"
            aria-describedby={textId}
            onClick={() => {
              dispatch({ type: 'removeQuestion', key });
              focusCount();
            }}
          >
            Delete
          </Button>
        )}
      </div>
    </div>
  );
});

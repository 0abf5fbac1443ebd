import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { NoteAudience } from '../../../contract/sightline/recommendations.ts';
import { ApiError, describeError, isNotFound, technicalDetails } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AudienceControl } from './audience-control.tsx';
import { errorOf } from './editor-state.ts';
import styles from './notes.module.css';
import type { NoteEditor } from './use-note-editor.ts';

interface UncertainNoteProps {
  /** Why the outcome is unknown; null if the note was sent before a reload or from another tab. */
  error: Error | null;
  onSendAgain: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** A note that may have been saved: only the user can decide whether to send it again. */
function UncertainNote({ error, onSendAgain, onKeep, onDiscard }: UncertainNoteProps) {
  return (
    <div role="alert" className={styles['warning']}>
      <p>
        <b>The note may have been saved.</b> It was sent, but no response confirmed it. If you send
        it again, it may appear twice.
      </p>
      {error && (
        <details>
          <summary>{describeError(error)}</summary>
          <pre>{technicalDetails(error)}</pre>
        </details>
      )}
      <div className={styles['choices']}>
        <Button onClick={onSendAgain}>Send again</Button>
        <Button onClick={onKeep}>It was not saved: keep the draft</Button>
        <Button onClick={onDiscard}>It was saved: discard the draft</Button>
      </div>
    </div>
  );
}

/** Describes the fault that the service reported in the note's text; undefined if there is none. */
function bodyFaultOf(error: Error | null): string | undefined {
  const faults = error instanceof ApiError ? error.faults : [];
  const fault = faults.find(({ parameter }) => parameter === 'body');
  return fault && `The note ${fault.message}.`;
}

function IdField({ editor, id }: { editor: NoteEditor; id: string }) {
  const { faults, shownId, state, changeId } = editor;
  const isInvalid = faults.id !== undefined || isNotFound(errorOf(state));
  return (
    <>
      <label htmlFor={id}>Recommendation ID</label>
      <input
        id={id}
        className={styles['id']}
        autoComplete="off"
        spellCheck={false}
        value={shownId}
        aria-invalid={isInvalid || undefined}
        aria-describedby={faults.id === undefined ? undefined : `${id}-fault`}
        onChange={(event) => changeId(event.currentTarget.value)}
      />
      {faults.id !== undefined && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          {faults.id}
        </p>
      )}
    </>
  );
}

/** Who will be able to read a note, in a sentence. */
const readersOf = (audience: NoteAudience | null): string =>
  audience === 'team'
    ? 'Only keys of the whole account can read the note: neither keys of one client nor shared links show it.'
    : 'Anyone with a key to this site may read the note; shared links never show notes.';

function BodyField({ editor, id }: { editor: NoteEditor; id: string }) {
  const { faults, state, isUnstored, canAdd, replaceDraft, audience, changeAudience } = editor;
  const fault = faults.body ?? bodyFaultOf(errorOf(state));
  const isSending = state.kind === 'sending' || state.kind === 'sendingElsewhere';
  const hint = isUnstored
    ? 'This browser could not save the draft. Stay on this page until the note is added.'
    : 'A draft is saved on this device until the note is added.';
  return (
    <>
      <label htmlFor={id}>New note</label>
      <textarea
        id={id}
        className={styles['body']}
        rows={6}
        value={isSending ? '' : state.text}
        readOnly={state.kind !== 'editing' || !canAdd}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => replaceDraft(event.currentTarget.value)}
      />
      <p
        id={`${id}-hint`}
        role={fault === undefined ? undefined : 'alert'}
        className={fault === undefined ? styles['hint'] : styles['fault']}
      >
        {fault ?? hint}
      </p>
      {canAdd && audience !== null && (
        <AudienceControl
          audience={audience}
          isDisabled={state.kind !== 'editing'}
          onChange={changeAudience}
        />
      )}
      {canAdd && <p className={styles['hint']}>{readersOf(audience)}</p>}
    </>
  );
}

interface NoteFormProps {
  editor: NoteEditor;
  /** Whether the form has a field for the recommendation's ID. */
  hasIdField: boolean;
}

/**
 * The form for a new note. If it has a field for the ID, focus starts in that field if it is empty, otherwise in the
 * text. Sending moves focus to the first invalid field.
 */
export function NoteForm({ editor, hasIdField }: NoteFormProps) {
  const { state, hasUnassignedDraft, canAdd } = editor;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [idFieldId, bodyFieldId] = [`${formId}-id`, `${formId}-body`];
  const focusField = (id: string) => document.getElementById(id)?.focus();
  useEffect(() => {
    if (!hasIdField) return;
    // Runs only when the form appears: later, focus stays where the user has moved it.
    const [first, second] = form.current?.querySelectorAll<HTMLElement>('input, textarea') ?? [];
    (first instanceof HTMLInputElement && first.value === '' ? first : second)?.focus();
  }, [hasIdField]);

  const send = () => {
    const { id, body } = editor.send();
    if (id !== undefined) focusField(idFieldId);
    else if (body !== undefined) focusField(bodyFieldId);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.kind === 'editing' && canAdd) send();
  };
  /** Moves focus to the text first, since the button that has focus disappears once the action has run. */
  const decide = (act: () => void) => {
    focusField(bodyFieldId);
    act();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit}>
      {hasIdField && <IdField editor={editor} id={idFieldId} />}
      <BodyField editor={editor} id={bodyFieldId} />
      {hasUnassignedDraft && canAdd && (
        <p className={styles['hint']}>
          There is also a draft that does not belong to a recommendation yet.{' '}
          <Button look="quiet" onClick={() => decide(editor.appendUnassignedDraft)}>
            Add it to this note
          </Button>
        </p>
      )}
      {state.kind === 'editing' && state.error && canAdd && (
        <Failure title="The note was not added" error={state.error} />
      )}
      {state.kind === 'uncertain' && (
        <UncertainNote
          error={state.error}
          onSendAgain={() => decide(send)}
          onKeep={() => decide(() => editor.replaceDraft(state.text))}
          onDiscard={() => decide(() => editor.replaceDraft(''))}
        />
      )}
      {canAdd && (
        <Button
          type="submit"
          look="strong"
          isUnavailable={state.kind !== 'editing'}
          className={styles['send']}
        >
          Add note
        </Button>
      )}
    </form>
  );
}

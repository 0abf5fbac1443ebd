import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import type { KnownNote } from '../../api/notes.ts';
import {
  changeNote,
  deleteNote,
  type NoteEdit,
  type NoteIds,
  noteEditQuery,
  replaceCachedNote,
} from '../../api/sightline/recommendations.ts';
import { useSession } from '../../app/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { DangerButton } from '../../ui/danger-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { useSite } from '../../use-site.ts';
import { AudienceControl } from './audience-control.tsx';
import { NoteText } from './note-list-view.tsx';
import styles from './notes.module.css';
import { useHasTeamNotes } from './use-can-add-notes.ts';
import { useLeaveWarning } from './use-note-editor.ts';

interface NoteEditFormProps {
  ids: NoteIds;
  /** The stored text. */
  body: string | null;
  /** The text and audience that the form begins with. */
  initialEdit: NoteEdit;
  /** Whether the form takes the focus when it appears; not if an earlier edit is shown again. */
  takesFocus: boolean;
  /** Called with each change, so that an edit outlives the form. */
  onEdit: (edit: NoteEdit) => void;
  /** Called when the change is saved or given up. */
  onClose: (isSaved: boolean) => void;
}

function NoteEditForm(props: NoteEditFormProps) {
  const { ids, body, initialEdit, takesFocus, onEdit, onClose } = props;
  const id = useId();
  const client = useQueryClient();
  const session = useSession().settings.session?.id ?? null;
  // In the form's own state, because the cache tells of changes only after the browser has drawn, which moves the caret.
  const [edit, setEdit] = useState(initialEdit);
  const [isEmpty, setEmpty] = useState(false);
  const replaceEdit = (next: NoteEdit) => {
    setEdit(next);
    onEdit(next);
  };
  const change = useMutation({
    mutationFn: () => changeNote(session, ids, edit),
    onSuccess(note) {
      replaceCachedNote(client, ids, note);
      onClose(true);
    },
  });
  useLeaveWarning(edit.body !== body);
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [id, takesFocus]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(edit.body.trim() === '');
    if (edit.body.trim() === '') document.getElementById(id)?.focus();
    else if (!change.isPending) change.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={save}>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        className={styles['body']}
        rows={4}
        value={edit.body}
        readOnly={change.isPending}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? `${id}-fault` : undefined}
        onChange={(event) => replaceEdit({ ...edit, body: event.currentTarget.value })}
      />
      {isEmpty && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          Write the note first, or delete it.
        </p>
      )}
      {edit.audience && (
        <AudienceControl
          audience={edit.audience}
          isDisabled={change.isPending}
          onChange={(audience) => replaceEdit({ ...edit, audience })}
        />
      )}
      {change.error && <Failure title="The note was not changed" error={change.error} />}
      <div className={styles['choices']}>
        <Button type="submit" look="strong" isUnavailable={change.isPending}>
          {change.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button isUnavailable={change.isPending} onClick={() => onClose(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface DeletionProps {
  ids: NoteIds;
  /** Gets the focus when the note is gone. */
  focusTarget: RefObject<HTMLElement | null>;
  onDeleted: () => void;
  onKeep: () => void;
}

function Deletion({ ids, focusTarget, onDeleted, onKeep }: DeletionProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusFallback(box, focusTarget);
  const client = useQueryClient();
  const session = useSession().settings.session?.id ?? null;
  const deletion = useMutation({
    mutationFn: () => deleteNote(session, ids),
    onSuccess() {
      onDeleted();
      replaceCachedNote(client, ids, null);
    },
  });
  return (
    <fieldset ref={box} className={styles['confirm']} aria-label="Delete the note">
      <p>This deletes the note for everyone. You can’t undo it.</p>
      <div className={styles['choices']}>
        <DangerButton
          autoFocus
          isUnavailable={deletion.isPending}
          onClick={() => deletion.mutate()}
        >
          {deletion.isPending ? 'Deleting…' : 'Delete the note'}
        </DangerButton>
        <Button isUnavailable={deletion.isPending} onClick={onKeep}>
          Keep it
        </Button>
      </div>
      {deletion.error && <Failure title="The note was not deleted" error={deletion.error} />}
    </fieldset>
  );
}

/** The beginning of a note, for the names of its buttons. */
const beginningOf = ({ body }: KnownNote): string => {
  const characters = [...(body ?? '')];
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : characters.join('');
};

interface ChangeableNoteProps {
  recommendationId: string;
  note: KnownNote;
  zone: string;
  /** Gets the focus when the note is deleted. */
  focusTarget: RefObject<HTMLElement | null>;
  /** Called when the note was changed or deleted, with a sentence that says so. */
  onDone: (outcome: string) => void;
}

/** A note with buttons that change and delete it, if the key may do so. */
export function ChangeableNote(props: ChangeableNoteProps) {
  const { siteId } = useSite();
  const { recommendationId, note, zone, focusTarget, onDone } = props;
  const ids = { siteId, recommendationId, noteId: note.activityId };
  const client = useQueryClient();
  const hasTeamNotes = useHasTeamNotes();
  const { data: edit = null } = useQuery(noteEditQuery(note.activityId));
  const [isDeleting, setDeleting] = useState(false);
  /** The button that was pressed last: its form takes the focus, and gives it back. */
  const [pressed, setPressed] = useState<'edit' | 'delete' | null>(null);
  const setEdit = (next: NoteEdit | null) =>
    client.setQueryData(noteEditQuery(note.activityId).queryKey, next);
  const beginEditing = () => {
    const audience = note.audience === 'team' ? 'team' : 'client';
    setPressed('edit');
    setEdit({ body: note.body ?? '', audience: hasTeamNotes ? audience : null });
  };
  if (edit)
    return (
      <NoteEditForm
        ids={ids}
        initialEdit={edit}
        body={note.body}
        takesFocus={pressed === 'edit'}
        onEdit={setEdit}
        onClose={(isSaved) => {
          setPressed('edit');
          setEdit(null);
          if (isSaved) onDone('The note was changed.');
        }}
      />
    );
  return (
    <>
      <NoteText note={note} zone={zone} />
      {note.canChange && isDeleting && (
        <Deletion
          {...{ ids, focusTarget }}
          onDeleted={() => onDone('The note was deleted.')}
          onKeep={() => setDeleting(false)}
        />
      )}
      {note.canChange && !isDeleting && (
        <div className={styles['actions']}>
          <Button
            look="quiet"
            autoFocus={pressed === 'edit'}
            aria-label={`Edit “${isolate(beginningOf(note))}”`}
            onClick={beginEditing}
          >
            Edit
          </Button>
          <Button
            look="quiet"
            autoFocus={pressed === 'delete'}
            aria-label={`Delete “${isolate(beginningOf(note))}”`}
            onClick={() => {
              setPressed('delete');
              setDeleting(true);
            }}
          >
            Delete
          </Button>
        </div>
      )}
    </>
  );
}

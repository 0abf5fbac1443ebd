import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';
import type { NoteEditor } from './use-note-editor.ts';

/** Says that the key cannot add notes, so that nobody writes one that would be refused. */
export function CannotAddNotesNotice() {
  return (
    <div role="alert" className={styles['warning']}>
      <p>
        <b>This key cannot add notes.</b> Ask whoever runs this dashboard for a key with the scope
        recommendations:create.
      </p>
    </div>
  );
}

interface NoteEditingProps {
  editor: NoteEditor;
  /** Whether the form has a field for the recommendation's ID. */
  hasIdField: boolean;
}

/** The form for a new note and the outcome of sending it, with a notice if the key cannot add notes. */
export function NoteEditing({ editor, hasIdField }: NoteEditingProps) {
  const { state, canAdd, isAdded } = editor;
  return (
    <>
      {!canAdd && <CannotAddNotesNotice />}
      {/* An earlier draft can still be read and copied. */}
      {(canAdd || state.text !== '') && <NoteForm editor={editor} hasIdField={hasIdField} />}
      <p role="status" className={styles['status']}>
        {isAdded ? 'The note was added.' : ''}
        {state.kind === 'sendingElsewhere'
          ? 'This note was sent from another tab, or before this page was reloaded. Wait a moment to see whether it was added.'
          : ''}
      </p>
    </>
  );
}

import { pendingTextOf } from './editor-state.ts';
import { NoteEditing } from './note-editing.tsx';
import { NoteList } from './note-list-view.tsx';
import { useNoteEditor } from './use-note-editor.ts';

export interface NotesByIdProps {
  /** The ID in the address; null if it has none. */
  recommendationId: string | null;
  zone: string;
  onRecommendation: (recommendationId: string) => void;
}

/** A form for a new note on the recommendation whose ID the user enters, and the known notes on it. */
export function NotesById({ recommendationId, zone, onRecommendation }: NotesByIdProps) {
  const editor = useNoteEditor({ recommendationId, onRecommendation });
  const { state, notes, canAdd } = editor;
  return (
    <>
      <NoteEditing editor={editor} hasIdField />
      <NoteList
        notes={notes}
        pendingText={pendingTextOf(state)}
        zone={zone}
        emptyText={canAdd ? 'Earlier notes appear after you add one.' : null}
      />
    </>
  );
}

import { pendingTextOf } from './editor-state.ts';
import { NoteEditing } from './note-editing.tsx';
import { NoteList } from './note-list-view.tsx';
import { useNoteEditor } from './use-note-editor.ts';

export interface NotesByIdProps {
  siteId: string;
  /** The ID in the address; null if it has none. */
  recommendationId: string | null;
  zone: string;
  onRecommendation: (recommendationId: string) => void;
}

/** Notes on a recommendation that is named by its ID: a form for a new note, and the known notes. */
export function NotesById({ siteId, recommendationId, zone, onRecommendation }: NotesByIdProps) {
  const editor = useNoteEditor({ siteId, recommendationId, onRecommendation });
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

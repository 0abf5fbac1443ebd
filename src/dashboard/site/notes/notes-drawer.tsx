import { Drawer } from '../../ui/drawer.tsx';
import { pendingTextOf } from './editor-state.ts';
import { NoteForm } from './note-form.tsx';
import { NoteList } from './note-list-view.tsx';
import styles from './notes.module.css';
import { useNoteEditor } from './use-note-editor.ts';

interface NotesDrawerProps {
  siteId: string;
  siteName: string;
  /** From the address; null without one. */
  recommendationId: string | null;
  zone: string;
  onRecommendation: (recommendationId: string) => void;
  onClose: () => void;
}

/** Notes on one recommendation: a form for a new one, and the known ones. */
export function NotesDrawer(props: NotesDrawerProps) {
  const { siteId, siteName, recommendationId, zone, onRecommendation, onClose } = props;
  const editor = useNoteEditor({ siteId, recommendationId, onRecommendation });
  const { state, notes, canAdd, isAdded } = editor;
  return (
    <Drawer title="Recommendation notes" onClose={onClose}>
      <p className={styles['hint']}>
        <bdi>{siteName}</bdi>
      </p>
      {!canAdd && (
        <div role="alert" className={styles['uncertain']}>
          <p>
            <b>This key cannot add notes.</b> Ask whoever runs this dashboard for a key that can add
            notes.
          </p>
        </div>
      )}
      {/* An earlier draft can still be read and copied. */}
      {(canAdd || state.text !== '') && <NoteForm editor={editor} />}
      <p role="status" className={styles['status']}>
        {isAdded ? 'The note was added.' : ''}
        {state.kind === 'elsewhere'
          ? 'Another tab is sending this note, or was when it was closed.'
          : ''}
      </p>
      {(canAdd || notes.length > 0) && (
        <NoteList notes={notes} pending={pendingTextOf(state)} zone={zone} />
      )}
    </Drawer>
  );
}

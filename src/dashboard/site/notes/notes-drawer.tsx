import { Drawer } from '../../ui/drawer.tsx';
import styles from './notes.module.css';
import { NotesById, type NotesByIdProps } from './notes-by-id.tsx';

interface NotesDrawerProps extends NotesByIdProps {
  siteName: string;
  onClose: () => void;
}

/** Notes on one recommendation, for a service that does not list recommendations. */
export function NotesDrawer({ siteName, onClose, ...notesProps }: NotesDrawerProps) {
  return (
    <Drawer title="Recommendation notes" onClose={onClose}>
      <p className={styles['hint']}>
        <bdi>{siteName}</bdi>
      </p>
      <NotesById {...notesProps} />
    </Drawer>
  );
}

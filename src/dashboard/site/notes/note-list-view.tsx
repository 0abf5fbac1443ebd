import { isTimestamp } from '../../../contract/fields.ts';
import { dayAndTime, zoneLabel } from '../../time/format.ts';
import type { KnownNote } from './note-list.ts';
import styles from './notes.module.css';

function timeOf(createdAt: string | null, zone: string): string {
  if (createdAt === null || createdAt === '') return 'Time unknown';
  if (!isTimestamp(createdAt)) return createdAt;
  const instant = Date.parse(createdAt);
  return `${dayAndTime(instant, zone, undefined)} (${zoneLabel(zone, instant)})`;
}

interface NoteListProps {
  notes: readonly KnownNote[];
  /** The text of a note being sent; null if there is none. */
  pendingText: string | null;
  zone: string;
  /** Shown in place of an empty list; null to show nothing. */
  emptyText: string | null;
}

/** The known notes of a recommendation, newest first, below any note being sent. */
export function NoteList({ notes, pendingText, zone, emptyText }: NoteListProps) {
  if (notes.length === 0 && pendingText === null) {
    return emptyText && <p className={styles['hint']}>{emptyText}</p>;
  }
  return (
    <section className={styles['list']}>
      <h3>Notes</h3>
      <ol>
        {pendingText !== null && (
          <li className={styles['note']} data-pending="true">
            <p>{pendingText}</p>
            <small>Sending…</small>
          </li>
        )}
        {notes.map((note) => (
          <li key={note.activityId} className={styles['note']}>
            <p>{note.body}</p>
            <small>
              {note.author && (
                <>
                  <bdi>{note.author}</bdi>
                  {' · '}
                </>
              )}
              {timeOf(note.createdAt, zone)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

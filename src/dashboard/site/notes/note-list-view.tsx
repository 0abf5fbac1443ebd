import type { ReactNode } from 'react';
import { isTimestamp } from '../../../contract/fields.ts';
import { dayAndTime, zoneLabel } from '../../../figures/formats/dates.ts';
import type { KnownNote } from '../../api/notes.ts';
import { pageLocale } from '../../locale.ts';
import { audienceLabelOf } from './audience-control.tsx';
import styles from './notes.module.css';
import { useHasTeamNotes } from './use-can-add-notes.ts';

function timeOf(createdAt: string | null, zone: string): string {
  if (createdAt === null || createdAt === '') return 'Time unknown';
  if (!isTimestamp(createdAt)) return createdAt;
  const instant = Date.parse(createdAt);
  return `${dayAndTime(instant, zone, pageLocale())} (${zoneLabel(zone, instant)})`;
}

interface NoteTextProps {
  note: KnownNote;
  zone: string;
}

/** The text of a note; who wrote it, when and, if that makes a difference to the key, for whom. */
export function NoteText({ note, zone }: NoteTextProps) {
  const label = audienceLabelOf(useHasTeamNotes() ? note.audience : null);
  return (
    <>
      <p>{note.body}</p>
      <small>
        {label && (
          <>
            <b>{label}</b>
            {' · '}
          </>
        )}
        {note.author && (
          <>
            <bdi>{note.author}</bdi>
            {' · '}
          </>
        )}
        {timeOf(note.createdAt, zone)}
      </small>
    </>
  );
}

interface NoteListProps {
  notes: readonly KnownNote[];
  /** The text of a note being sent; null if there is none. */
  pendingText: string | null;
  zone: string;
  /** Shown in place of an empty list; null to show nothing. */
  emptyText: string | null;
  renderNote?: (note: KnownNote) => ReactNode;
}

/** The known notes of a recommendation, newest first, below any note being sent. */
export function NoteList(props: NoteListProps) {
  const { notes, pendingText, zone, emptyText } = props;
  const { renderNote = (note) => <NoteText note={note} zone={zone} /> } = props;
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
            {renderNote(note)}
          </li>
        ))}
      </ol>
    </section>
  );
}

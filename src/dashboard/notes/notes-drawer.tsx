import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { notesScope } from '../../contract/enums.ts';
import { isTimestamp, isUuid } from '../../contract/fields.ts';
import type { Note } from '../../contract/resources.ts';
import { ApiError } from '../api/errors.ts';
import { knownNotesQuery } from '../api/notes.ts';
import { useSession } from '../session/use-session.ts';
import { dayAndTime, zoneLabel } from '../time/format.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Failure } from '../ui/failure.tsx';
import { carryDraft } from './drafts.ts';
import styles from './notes.module.css';
import { useAdding, useSending } from './use-adding.ts';
import { useDraft } from './use-draft.ts';

function timeOf(createdAt: string | null, zone: string): string {
  if (createdAt === null || createdAt === '') return 'Time unknown';
  if (!isTimestamp(createdAt)) return createdAt;
  const instant = Date.parse(createdAt);
  return `${dayAndTime(instant, zone, undefined)} (${zoneLabel(zone, instant)})`;
}

/** What went wrong, in words that fit a note. */
const whatFailed = (error: Error): string =>
  error instanceof ApiError && error.kind === 'forbidden'
    ? `The note was not added: this key lacks the scope ${notesScope}`
    : 'The note was not added';

interface NoteListProps {
  notes: readonly Note[];
  /** A note on its way. */
  pending: string | null;
  zone: string;
}

function NoteList({ notes, pending, zone }: NoteListProps) {
  if (notes.length === 0 && pending === null) {
    return (
      <p className={styles['hint']}>
        Notes are told only in answer to a new one: add one to see those before it.
      </p>
    );
  }
  return (
    <section className={styles['list']}>
      <h3>Notes</h3>
      <ol>
        {pending !== null && (
          <li className={styles['note']} data-pending="true">
            <p>{pending}</p>
            <small>Sending…</small>
          </li>
        )}
        {notes.map((note) => (
          <li key={note.activityId} className={styles['note']}>
            <p>{note.body}</p>
            <small>{timeOf(note.createdAt, zone)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface UncertainProps {
  onSendAgain: () => void;
  onDiscard: () => void;
}

/** A note whose answer was lost: only a person can know whether to send it again. */
function Uncertain({ onSendAgain, onDiscard }: UncertainProps) {
  return (
    <div role="alert" className={styles['uncertain']}>
      <p>
        <b>The note may have been saved.</b> It was sent, and its answer was lost. Look where notes
        are read before sending it again.
      </p>
      <div className={styles['choices']}>
        <Button onClick={onSendAgain}>Send again</Button>
        <Button onClick={onDiscard}>It was saved: discard the draft</Button>
      </div>
    </div>
  );
}

interface NotesDrawerProps {
  siteId: string;
  siteName: string;
  /** From the address; null while none is named. */
  recommendationId: string | null;
  zone: string;
  onRecommendation: (recommendationId: string) => void;
  onClose: () => void;
}

/** Notes on one recommendation: a new one, kept as a draft until it has arrived, and those known. */
export function NotesDrawer(props: NotesDrawerProps) {
  const { siteId, siteName, recommendationId, zone, onRecommendation, onClose } = props;
  const keyFingerprint = useSession().facts.session?.keyFingerprint ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [faults, setFaults] = useState<{ id?: string; body?: string }>({});
  const shownId = typed ?? recommendationId ?? '';
  const named = shownId.trim().toLowerCase();
  const id = isUuid(named) ? named : '';
  const [draft, write] = useDraft({ keyFingerprint, siteId, recommendationId: id });
  const adding = useAdding();
  const { data: notes = [] } = useQuery(knownNotesQuery(siteId, id));
  const fields = useId();
  const isThis = adding.variables?.siteId === siteId && adding.variables.recommendationId === id;
  const [pending = null] = useSending(siteId, id);
  const isSending = pending !== null;
  const isUncertain = draft.sent && draft.text !== '' && !isSending;
  const error = isThis && !isSending && !isUncertain ? adding.error : null;

  const name = (text: string) => {
    setFaults({});
    setTyped(text);
    const next = text.trim().toLowerCase();
    if (!isUuid(next)) return;
    if (id === '') carryDraft({ keyFingerprint, siteId, recommendationId: next });
    setTyped(null);
    onRecommendation(next);
  };
  const send = () => {
    const body = draft.text.trim() === '' ? 'Write the note first.' : undefined;
    const wrongId =
      named === ''
        ? 'Name the recommendation by its ID.'
        : 'This is no ID: an ID has 32 hexadecimal digits and four hyphens.';
    if (id !== '' && body === undefined) {
      adding.mutate({ siteId, recommendationId: id, body: draft.text });
      return;
    }
    setFaults({ ...(id === '' ? { id: wrongId } : {}), ...(body === undefined ? {} : { body }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && !isUncertain) send();
  };

  return (
    <Drawer title="Recommendation notes" onClose={onClose}>
      <p className={styles['hint']}>
        <bdi>{siteName}</bdi>
      </p>
      <form className={styles['form']} onSubmit={submit}>
        <label htmlFor={`${fields}-id`}>Recommendation ID</label>
        <input
          id={`${fields}-id`}
          className={styles['id']}
          autoComplete="off"
          spellCheck={false}
          value={shownId}
          aria-invalid={faults.id !== undefined || undefined}
          aria-describedby={faults.id === undefined ? undefined : `${fields}-id-fault`}
          onChange={(event) => name(event.currentTarget.value)}
        />
        {faults.id !== undefined && (
          <p id={`${fields}-id-fault`} role="alert" className={styles['fault']}>
            {faults.id}
          </p>
        )}
        <label htmlFor={`${fields}-body`}>New note</label>
        <textarea
          id={`${fields}-body`}
          className={styles['body']}
          rows={6}
          value={isSending ? '' : draft.text}
          readOnly={isSending || isUncertain}
          aria-invalid={faults.body !== undefined || undefined}
          aria-describedby={`${fields}-body-note`}
          onChange={(event) => {
            setFaults({});
            adding.reset();
            write({ text: event.currentTarget.value, sent: false });
          }}
        />
        <p
          id={`${fields}-body-note`}
          role={faults.body === undefined ? undefined : 'alert'}
          className={faults.body === undefined ? styles['hint'] : styles['fault']}
        >
          {faults.body ?? 'A draft is kept on this device until it is sent.'}
        </p>
        {error && <Failure what={whatFailed(error)} error={error} />}
        {isUncertain && (
          <Uncertain onSendAgain={send} onDiscard={() => write({ text: '', sent: false })} />
        )}
        <Button
          type="submit"
          look="strong"
          busy={isSending || isUncertain}
          className={styles['send']}
        >
          Add note
        </Button>
      </form>
      <p role="status" className={styles['told']}>
        {adding.isSuccess && isThis ? 'The note was added.' : ''}
      </p>
      <NoteList notes={notes} pending={pending} zone={zone} />
    </Drawer>
  );
}

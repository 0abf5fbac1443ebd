import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { notesScope } from '../../../contract/enums.ts';
import { isTimestamp, isUuid } from '../../../contract/fields.ts';
import type { Note } from '../../../contract/resources.ts';
import { ApiError, inWords, technicalDetails } from '../../api/errors.ts';
import { knownNotesQuery } from '../../api/notes.ts';
import { useSession } from '../../session/use-session.ts';
import { dayAndTime, zoneLabel } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Failure } from '../../ui/failure.tsx';
import { carryDraft, type DraftOf, isKept, unsent, writeDraft } from './drafts.ts';
import styles from './notes.module.css';
import { useAdding, useNotAdded, useSending } from './use-adding.ts';
import { useDraft, useOnItsWay } from './use-draft.ts';

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

const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && error.kind === 'notFound';

/** What a failure says of the note itself. */
function bodyFaultOf(error: Error | null): string | undefined {
  const faults = error instanceof ApiError ? error.faults : [];
  const fault = faults.find(({ parameter }) => parameter === 'body');
  return fault && `The note ${fault.message}.`;
}

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
        Earlier notes appear after you add one, the newest 100 at most.
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
  /** Why no one knows; null after the page was left in between. */
  error: Error | null;
  onSendAgain: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** A note of which nobody knows whether it arrived: only a person can decide whether to send it again. */
function Uncertain({ error, onSendAgain, onKeep, onDiscard }: UncertainProps) {
  return (
    <div role="alert" className={styles['uncertain']}>
      <p>
        <b>The note may have been saved.</b> It was sent, and no answer said what became of it. Sent
        again, it may be there twice.
      </p>
      {error && (
        <details>
          <summary>{inWords(error)}</summary>
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
  const idField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const shownId = typed ?? recommendationId ?? '';
  const named = shownId.trim().toLowerCase();
  const id = isUuid(named) ? named : '';
  // While an id is being corrected, the draft of the one before stays in view.
  const draftId = id || (recommendationId ?? '');
  const draftOf = (of: string): DraftOf => ({ keyFingerprint, siteId, recommendationId: of });
  const [draft, write] = useDraft(draftOf(draftId));
  const [unnamed] = useDraft(draftOf(''));
  const adding = useAdding();
  const { data: notes = [] } = useQuery(knownNotesQuery(siteId, id));
  const fields = useId();
  const notAdded = useNotAdded(siteId).findLast((each) => each.recommendationId === draftId);
  const [own = null] = useSending(siteId, draftId);
  const isOnItsWay = useOnItsWay(draft);
  const [sentAt, setSentAt] = useState(0);
  const isElsewhere = isOnItsWay && own === null && draft.since !== sentAt;
  const pending = own ?? (isOnItsWay ? draft.text : null);
  const isSending = pending !== null;
  const isUncertain = draft.state !== 'unsent' && draft.text !== '' && !isSending;
  const error = isSending ? null : (notAdded?.error ?? null);
  const bodyFault = faults.body ?? bodyFaultOf(error);
  const isLost = draft.text !== '' && !isKept(draftOf(draftId));

  useEffect(() => {
    // The first field that is empty; later, whoever opened the drawer is somewhere in it.
    (idField.current?.value === '' ? idField : bodyField).current?.focus();
  }, []);
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isLost]);

  const name = (text: string) => {
    setFaults({});
    setTyped(text);
    const next = text.trim().toLowerCase();
    if (!isUuid(next)) return;
    // What was written before any id, or under one that does not exist, is meant for this one.
    if (recommendationId === null || isMissing(error)) carryDraft(draftOf(draftId), draftOf(next));
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
      setSentAt(adding.add(draftOf(id)));
      return;
    }
    setFaults({ ...(id === '' ? { id: wrongId } : {}), ...(body === undefined ? {} : { body }) });
    (id === '' ? idField : bodyField).current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && !isUncertain) send();
  };
  const decide = (what: () => void) => {
    // The button goes with the question.
    bodyField.current?.focus();
    adding.dismiss(siteId, draftId);
    what();
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
          ref={idField}
          className={styles['id']}
          autoComplete="off"
          spellCheck={false}
          value={shownId}
          aria-invalid={faults.id !== undefined || isMissing(error) || undefined}
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
          ref={bodyField}
          className={styles['body']}
          rows={6}
          value={isSending ? '' : draft.text}
          readOnly={isSending || isUncertain}
          aria-invalid={bodyFault !== undefined || undefined}
          aria-describedby={`${fields}-body-note`}
          onChange={(event) => {
            setFaults({});
            adding.dismiss(siteId, draftId);
            write(unsent(event.currentTarget.value));
          }}
        />
        <p
          id={`${fields}-body-note`}
          role={bodyFault === undefined ? undefined : 'alert'}
          className={bodyFault === undefined ? styles['hint'] : styles['fault']}
        >
          {bodyFault ??
            (isLost
              ? 'This browser keeps no drafts: leave the page only once the note is added.'
              : 'A draft is kept on this device until it is sent.')}
        </p>
        {draftId !== '' && unnamed.text !== '' && (
          <p className={styles['hint']}>
            Another draft is kept without an ID.{' '}
            <Button
              look="quiet"
              onClick={() =>
                decide(() => {
                  write(unsent([draft.text, unnamed.text].filter(Boolean).join('\n\n')));
                  writeDraft(draftOf(''), unsent(''));
                })
              }
            >
              Add it to this note
            </Button>
          </p>
        )}
        {error && !isUncertain && <Failure what={whatFailed(error)} error={error} />}
        {isUncertain && (
          <Uncertain
            error={error}
            onSendAgain={() => decide(send)}
            onKeep={() => decide(() => write(unsent(draft.text)))}
            onDiscard={() => decide(() => write(unsent('')))}
          />
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
        {adding.isAdded(siteId, draftId) ? 'The note was added.' : ''}
        {isElsewhere
          ? 'The note is on its way from another tab, or was when the page was left.'
          : ''}
      </p>
      <NoteList notes={notes} pending={pending} zone={zone} />
    </Drawer>
  );
}

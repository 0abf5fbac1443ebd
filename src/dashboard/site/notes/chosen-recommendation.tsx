import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { problemTypes } from '../../../contract/problem.ts';
import type { Recommendation } from '../../../contract/sightline/recommendations.ts';
import { ApiError } from '../../api/errors.ts';
import { itemsOf } from '../../api/find-in-list.ts';
import { continuationOf, explainIncompleteList } from '../../api/paging.ts';
import { recommendationNotesQuery } from '../../api/sightline/recommendations.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import { useSite } from '../../use-site.ts';
import { ChangeableNote } from './changeable-note.tsx';
import { pendingTextOf } from './editor-state.ts';
import { NoteEditing } from './note-editing.tsx';
import { mergeNotes } from './note-list.ts';
import { NoteList } from './note-list-view.tsx';
import styles from './notes.module.css';
import { detailsOf, titleOf } from './recommendation-list.tsx';
import { type NoteEditor, useNoteEditor } from './use-note-editor.ts';

interface AllNotesProps {
  id: string;
  editor: NoteEditor;
  zone: string;
  /** Gets the focus when a note is deleted. */
  focusTarget: RefObject<HTMLElement | null>;
}

/** Whether the service responded that the key cannot read notes. */
const areNotesHidden = (error: Error | null): boolean =>
  error instanceof ApiError && error.problemType === problemTypes.notesHidden;

/**
 * The notes on a recommendation that the key can see, loaded a page at a time and merged with those returned when one
 * was added.
 */
function AllNotes({ id, editor, zone, focusTarget }: AllNotesProps) {
  const [outcome, setOutcome] = useState('');
  const { siteId } = useSite();
  const query = useInfiniteQuery(recommendationNotesQuery({ siteId, recommendationId: id }));
  // A list loaded later has these notes too, unless they have been deleted since.
  const receivedNotes = query.dataUpdatedAt > editor.notesReceivedAt ? [] : editor.notes;
  const notes = mergeNotes(receivedNotes, itemsOf(query.data));
  const cutShortReason = query.data
    ? explainIncompleteList(continuationOf(query.data), 'notes')
    : null;
  if (areNotesHidden(query.error)) {
    return <p className={styles['hint']}>This key cannot read notes, so none are listed.</p>;
  }
  return (
    <>
      <NoteList
        notes={notes}
        pendingText={pendingTextOf(editor.state)}
        zone={zone}
        emptyText={query.data ? 'No notes yet.' : null}
        renderNote={(note) => (
          <ChangeableNote
            {...{ recommendationId: id, note, zone, focusTarget }}
            onDone={setOutcome}
          />
        )}
      />
      <p role="status" className={styles['status']}>
        {outcome}
      </p>
      {query.isPending && (
        <Loading label="Loading the notes">
          <Block width="100%" height="3rem" />
        </Loading>
      )}
      {query.error && (
        <Failure
          title={
            query.isFetchNextPageError
              ? 'More notes could not be loaded'
              : 'The notes could not be loaded'
          }
          error={query.error}
          onRetry={() =>
            void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
          }
        />
      )}
      {cutShortReason !== null && <Notice tone="warn">{cutShortReason}</Notice>}
      {query.hasNextPage && !query.error && (
        <Button isUnavailable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading…' : 'Load older notes'}
        </Button>
      )}
    </>
  );
}

interface ChosenRecommendationProps {
  id: string;
  /** Null if the site has no recommendation with this ID. */
  recommendation: Recommendation | null;
  zone: string;
  /** Whether to focus the heading, because the button that opened the recommendation is gone. */
  shouldFocusHeading: boolean;
}

/** Without a field for the ID, the form cannot choose another recommendation. */
const ignoreChoice = () => {};

/** A recommendation with its text, a form for a new note, and every note, newest first. */
export function ChosenRecommendation(props: ChosenRecommendationProps) {
  const { id, recommendation, zone, shouldFocusHeading } = props;
  const editor = useNoteEditor({ recommendationId: id, onRecommendation: ignoreChoice });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shouldFocusHeading) heading.current?.focus();
  }, [shouldFocusHeading]);
  if (recommendation === null) {
    return (
      <>
        <h3>Recommendation not found</h3>
        <p>This site has no recommendation with the ID in the address.</p>
        {editor.state.text !== '' && <NoteEditing editor={editor} hasIdField={false} />}
      </>
    );
  }
  const { body } = recommendation;
  return (
    <>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          <bdi>{titleOf(recommendation)}</bdi>
        </h3>
        <p className={styles['hint']}>{detailsOf(recommendation, zone).join(' · ')}</p>
      </div>
      {body?.trim() && <p className={styles['text']}>{body}</p>}
      <NoteEditing editor={editor} hasIdField={false} />
      <AllNotes {...{ id, editor, zone }} focusTarget={heading} />
    </>
  );
}

import { useEffect, useRef } from 'react';
import { isSameId, isTimestamp } from '../../../contract/fields.ts';
import type { Recommendation } from '../../../contract/sightline/recommendations.ts';
import { countWithNoun } from '../../../figures/formats/counts.ts';
import { dayAndTime } from '../../../figures/formats/dates.ts';
import { pageLocale } from '../../locale.ts';
import { GrowingList, type ListQuery } from '../../ui/growing-list.tsx';
import { CannotAddNotesNotice } from './note-editing.tsx';
import styles from './notes.module.css';
import { useCanAddNotes } from './use-can-add-notes.ts';

/** The title of a recommendation, or a substitute if there is none. */
export const titleOf = ({ title }: Recommendation): string =>
  title?.trim() || 'Untitled recommendation';

/** Known details of a recommendation: its status, number of notes and creation time, such as "open", "3 notes". */
export function detailsOf({ status, notes, createdAt }: Recommendation, zone: string): string[] {
  return [
    status ?? '',
    notes === null
      ? ''
      : notes === 0
        ? 'No notes'
        : countWithNoun(notes, 'note', 'notes', pageLocale()),
    createdAt !== null && isTimestamp(createdAt)
      ? dayAndTime(Date.parse(createdAt), zone, pageLocale())
      : '',
  ].filter(Boolean);
}

interface RecommendationListProps {
  items: readonly Recommendation[];
  query: ListQuery;
  zone: string;
  /**
   * The ID of the recommendation just closed; null if none was. Focus moves to its row, or to the first row if it is
   * not loaded.
   */
  focusedId: string | null;
  onRecommendation: (recommendationId: string) => void;
}

/** The recommendations of a site, newest first. */
export function RecommendationList(props: RecommendationListProps) {
  const { items, query, zone, focusedId, onRecommendation } = props;
  const canAdd = useCanAddNotes();
  const focusedRow = useRef<HTMLButtonElement>(null);
  useEffect(() => focusedRow.current?.focus(), []);
  const focusedItem =
    focusedId === null ? undefined : (items.find(({ id }) => isSameId(id, focusedId)) ?? items[0]);
  return (
    <>
      {!canAdd && <CannotAddNotesNotice />}
      {items.length === 0 && !query.hasNextPage ? (
        <p className={styles['hint']}>This site has no recommendations yet.</p>
      ) : (
        <GrowingList
          items={items}
          query={query}
          noun={{ one: 'recommendation', many: 'recommendations' }}
          textsOf={({ title, status }) => [title, status]}
          onOpen={({ id }) => onRecommendation(id)}
        >
          {(item) => (
            <button
              type="button"
              ref={item === focusedItem ? focusedRow : undefined}
              className={styles['choice']}
              onClick={() => onRecommendation(item.id)}
            >
              <bdi>{titleOf(item)}</bdi>
              <small>{detailsOf(item, zone).join(' · ')}</small>
            </button>
          )}
        </GrowingList>
      )}
    </>
  );
}

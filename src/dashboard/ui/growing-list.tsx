import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { describeError } from '../api/errors.ts';
import { continuationOf, explainIncompleteList, type Pages } from '../api/paging.ts';
import { pageLocale } from '../locale.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { elementIds } from './element-ids.ts';
import { Failure } from './failure.tsx';
import styles from './growing-list.module.css';
import { hasAllWords } from './has-all-words.ts';
import { Notice } from './notice.tsx';
import { Block, Loading } from './skeleton.tsx';
import { useFocusFallback } from './use-focus-fallback.ts';
import { useInView } from './use-in-view.ts';

/** The parts of an infinite query that a list uses. */
export interface ListQuery {
  data: Pages<{ id: string }>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
  /** Whether the last refresh failed. */
  isRefetchError: boolean;
  /** When the data arrived, in milliseconds since 1970. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface GrowingListProps<T> {
  items: readonly T[];
  query: ListQuery;
  /** The noun for an item, singular and plural: "client" and "clients". */
  noun: { one: string; many: string };
  /** The texts of an item that the search field searches. */
  textsOf: (item: T) => readonly (string | null)[];
  /** Opens an item; called on Enter when exactly one matches. */
  onOpen: (item: T) => void;
  children: (item: T) => ReactNode;
}

interface FindableListProps<T> extends Omit<GrowingListProps<T>, 'children'> {
  /** Controls beside the search field. */
  tools?: ReactNode;
  /** A line above the items. */
  caption?: ReactNode;
  /** Draws the items that match. */
  children: (shown: readonly T[]) => ReactNode;
}

function countText(
  shown: number,
  loaded: number,
  hasMore: boolean,
  isCutShort: boolean,
  noun: GrowingListProps<never>['noun'],
) {
  const numberFormat = new Intl.NumberFormat(pageLocale());
  const loadedCount = numberFormat.format(loaded);
  const items = loaded === 1 ? noun.one : noun.many;
  const all = `${loadedCount} ${items}`;
  const matchCount = shown < loaded ? numberFormat.format(shown) : null;
  if (!isCutShort && !hasMore) return matchCount === null ? all : `${matchCount} of ${all}`;
  const counts =
    matchCount === null
      ? `${all} loaded`
      : `${matchCount} found among ${loadedCount} loaded ${items}`;
  return `${counts}, more ${isCutShort ? 'may exist' : 'available'}`;
}

/** Loads the next page when the end of the list comes near, or on request. */
export function LoadMore({
  query,
  isEager,
  noun,
}: {
  query: ListQuery;
  /** Whether to load when the user scrolls near the end, not only on a click. */
  isEager: boolean;
  noun: { many: string };
}) {
  const [ref, isNear] = useInView<HTMLDivElement>('400px');
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isDue = isNear && isEager && !isFetchingNextPage && !isFetchNextPageError;
  const loadedPages = query.data.pages.length;
  useEffect(() => {
    // Depends on `loadedPages` as well: after a short or empty page the end of the list may still be near.
    if (isDue && loadedPages > 0) fetchNextPage();
  }, [isDue, loadedPages, fetchNextPage]);

  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={ref} className={styles['more']}>
      <div ref={box}>
        {isFetchNextPageError ? (
          <Failure
            title={`More ${noun.many} could not be loaded`}
            error={query.error}
            onRetry={() => fetchNextPage()}
          />
        ) : (
          <Button isUnavailable={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows that the list could not be refreshed, and when it was loaded. */
function StaleNotice({ query, noun }: { query: ListQuery; noun: { many: string } }) {
  const timeFormat = new Intl.DateTimeFormat(pageLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <>
      <Failure
        title={`The ${noun.many} could not be refreshed`}
        error={query.error}
        onRetry={() => query.refetch()}
      />
      <Notice tone="warn">This list is from {timeFormat.format(query.dataUpdatedAt)}.</Notice>
    </>
  );
}

/** A list like `GrowingList`, except that the caller draws the items that match. */
export function FindableList<T extends { id: string }>({
  items,
  query,
  noun,
  textsOf,
  onOpen,
  tools,
  caption,
  children,
}: FindableListProps<T>) {
  const [typed, setTyped] = useState('');
  const needle = useDeferredValue(typed.trim());
  const findMatching = (text: string) => items.filter((item) => hasAllWords(textsOf(item), text));
  const shown = findMatching(needle);

  const cutShortReason = explainIncompleteList(continuationOf(query.data), noun.many);

  return (
    <>
      {query.isRefetchError && <StaleNotice query={query} noun={noun} />}
      <div className={styles['tools']}>
        <input
          id={elementIds.findInList}
          type="search"
          className={styles['find']}
          placeholder={`Find a ${noun.one}`}
          aria-label={`Find a ${noun.one}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key !== 'Enter' || nativeEvent.isComposing || typed.trim() === '') return;
            // The deferred list below may lag behind the field.
            const [only, ...others] = findMatching(typed);
            if (only && others.length === 0) onOpen(only);
          }}
        />
        {tools}
        <p className={styles['count']} role="status">
          {countText(shown.length, items.length, query.hasNextPage, cutShortReason !== null, noun)}
        </p>
      </div>
      {cutShortReason !== null && <Notice tone="warn">{cutShortReason}</Notice>}
      {caption}
      {(items.length > 0 || needle !== '') && (
        <Card className={styles['rows']}>
          {shown.length === 0 && (
            <p className={styles['none']}>
              No matches for “{needle}”{query.hasNextPage && ' so far'}.
            </p>
          )}
          {shown.length > 0 && children(shown)}
        </Card>
      )}
      {query.hasNextPage && <LoadMore query={query} isEager={needle === ''} noun={noun} />}
    </>
  );
}

/** A list of rows that loads more pages on scroll, with a field that searches the loaded items. */
export function GrowingList<T extends { id: string }>({ children, ...list }: GrowingListProps<T>) {
  return (
    <FindableList {...list}>
      {(shown) => (
        <ul>
          {shown.map((item) => (
            <li key={item.id} className={styles['row']}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </FindableList>
  );
}

const blankWidths = ['11rem', '8rem', '14rem', '9rem', '12rem', '10rem'];

/** Placeholder for a list that is loading; `lastError` is the error of the last failed attempt, or null. */
export function GrowingListSkeleton({ label, lastError }: { label: string; lastError: unknown }) {
  return (
    <Loading label={label}>
      {lastError !== null && (
        <p className={styles['count']}>{`${describeError(lastError)} Trying again…`}</p>
      )}
      <Card className={styles['rows']}>
        {blankWidths.map((width) => (
          <div key={width} className={styles['blank']}>
            <Block width={width} height="0.875rem" />
            <Block width="7rem" height="0.625rem" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}

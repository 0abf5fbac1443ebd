/** One page of a list, as the service sends it. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** The loaded part of a list: its pages, and the cursor that each was requested with, null for the first. */
export interface Pages<T> {
  pages: readonly Page<T>[];
  pageParams: readonly unknown[];
}

/**
 * How a list continues after the pages loaded so far.
 * - `more`: there is another page. `complete`: this was the last one.
 * - `repeats`: the service announces another page but sends the same items again.
 * - `tooLong`: the service announces more than `maxPages` pages.
 */
export type Continuation = 'more' | 'complete' | 'repeats' | 'tooLong';

/** The maximum number of pages to read from a list. At 100 items per page, that is 10,000 items. */
export const maxPages = 100;

/** Whether the last page has items from earlier pages, and whether it has new ones. */
function compareLastPage<T extends { id: string }>(pages: readonly Page<T>[]) {
  const earlier = new Set(pages.slice(0, -1).flatMap(({ data }) => data.map(({ id }) => id)));
  const last = pages.at(-1)?.data ?? [];
  return {
    hasOld: last.some(({ id }) => earlier.has(id)),
    hasNew: last.some(({ id }) => !earlier.has(id)),
  };
}

/**
 * Determines how a list continues. An empty page does not end it. Nor does a page that mixes repeated and new items,
 * unless its next cursor repeats as well: the list may have grown at its start in the meantime.
 */
export function continuationOf<T extends { id: string }>({
  pages,
  pageParams,
}: Pages<T>): Continuation {
  const next = pages.at(-1)?.nextCursor;
  if (!next) return 'complete';
  const { hasOld, hasNew } = compareLastPage(pages);
  const wasFollowed = pageParams.includes(next);
  if (hasOld && (wasFollowed || !hasNew)) return 'repeats';
  // On the last page, some services send a cursor that was already followed.
  if (wasFollowed) return 'complete';
  return pages.length < maxPages ? 'more' : 'tooLong';
}

/** The cursor of the next page to read; undefined if there is none. */
export const nextCursorOf = <T extends { id: string }>(list: Pages<T>): string | undefined =>
  continuationOf(list) === 'more' ? (list.pages.at(-1)?.nextCursor ?? undefined) : undefined;

/** The lists whose paging parameters are named in the host's settings. */
const listsWithSettings: ReadonlySet<string> = new Set(['clients', 'sites']);

/**
 * Explains why a list was cut short, and what to check if that is known.
 * @param noun the plural name of the list's items
 * @returns null if the list was not cut short
 */
export function explainIncompleteList(continuation: Continuation, noun: string): string | null {
  const reasons: Partial<Record<Continuation, string>> = {
    repeats: `may be incomplete: the service sent the same ${noun} twice`,
    tooLong: `is incomplete: it has more than ${maxPages} pages`,
  };
  const reason = reasons[continuation];
  if (reason === undefined) return null;
  const advice = listsWithSettings.has(noun)
    ? ' Check that the host’s settings PAGE_CURSOR_PARAM and PAGE_SIZE_PARAM match the service’s parameter names.'
    : '';
  return `The list of ${noun} ${reason}.${advice}`;
}

import { ApiError } from '../errors.ts';
import { itemsOf } from '../find-in-list.ts';
import { continuationOf, explainIncompleteList, nextCursorOf, type Page } from '../paging.ts';

interface PagedCall<T> {
  /** The call as it appears in error messages, such as `GET /sightline/v1/overview`. */
  call: string;
  /** The plural name of the items. */
  noun: string;
  getPage: (search: URLSearchParams) => Promise<Page<T>>;
  /** Items requested per page. */
  limit: number;
  /** Returns true when no further pages are needed. */
  isEnough?: (page: Page<T>) => boolean;
}

/**
 * Reads a list from Sightline's own API page by page, to its end or until `isEnough` returns true.
 * @throws ApiError; its kind is `incomplete` if the list cannot be read that far
 */
export async function readPages<T extends { id: string }>(paged: PagedCall<T>): Promise<T[]> {
  const { call, noun, getPage, limit, isEnough = () => false } = paged;
  const pages: Page<T>[] = [];
  const pageParams: (string | null)[] = [];
  const list = { pages, pageParams };
  let cursor: string | null | undefined = null;
  while (cursor !== undefined) {
    const search = new URLSearchParams({ limit: String(limit) });
    if (cursor !== null) search.set('cursor', cursor);
    const page = await getPage(search);
    pages.push(page);
    pageParams.push(cursor);
    if (isEnough(page)) return itemsOf(list);
    cursor = nextCursorOf(list);
  }
  const reason = explainIncompleteList(continuationOf(list), noun);
  if (reason !== null) throw new ApiError({ kind: 'incomplete', call, status: 200, reason });
  return itemsOf(list);
}

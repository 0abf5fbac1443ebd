import type { InfiniteData } from '@tanstack/react-query';
import { isSameId } from '../../contract/fields.ts';
import { ApiError } from './errors.ts';
import {
  continuationOf,
  explainIncompleteList,
  nextCursorOf,
  type Page,
  type Pages,
} from './paging.ts';

/** The cursor of a list's first page. */
export const firstPageCursor: string | null = null;

/** The items of a list's pages in order, without repeated IDs. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = new Map<string, T>();
  for (const page of data?.pages ?? []) {
    for (const item of page.data) if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

/** A list to search for an item. */
interface ListToSearch<T> {
  /** The items already loaded. */
  loadedItems: readonly T[];
  path: string;
  /** The plural name of its items. */
  noun: string;
  getPage: (cursor: string | null) => Promise<Page<T>>;
}

/**
 * Finds an item by its ID, among the loaded items or else by reading the list from its start.
 * @returns null if the complete list does not contain it
 * @throws ApiError; its kind is `incomplete` if the list cannot be read to its end
 */
export async function findInList<T extends { id: string }>(
  { loadedItems, path, noun, getPage }: ListToSearch<T>,
  id: string,
): Promise<T | null> {
  const hasId = (item: T) => isSameId(item.id, id);
  const loadedItem = loadedItems.find(hasId);
  if (loadedItem) return loadedItem;
  const pages: Page<T>[] = [];
  const pageParams: unknown[] = [];
  const list: Pages<T> = { pages, pageParams };
  let cursor: string | null | undefined = firstPageCursor;
  while (cursor !== undefined) {
    const page = await getPage(cursor);
    const match = page.data.find(hasId);
    if (match) return match;
    pages.push(page);
    pageParams.push(cursor);
    cursor = nextCursorOf(list);
  }
  const reason = explainIncompleteList(continuationOf(list), noun);
  if (reason === null) return null;
  throw new ApiError({ kind: 'incomplete', call: `GET ${path}`, status: 200, reason });
}

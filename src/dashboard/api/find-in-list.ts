import type { InfiniteData } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { continuationOf, nextCursorOf, type Page, type Pages, reasonCutShort } from './paging.ts';

/** The cursor of a list's first page: none. */
export const firstPage = (): string | null => null;

/** The items of a list's pages in order, each id once. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = new Map<string, T>();
  for (const page of data?.pages ?? []) {
    for (const item of page.data) if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

/** A list to be read until an item is found. */
interface ListToSearch<T> {
  /** The items that are loaded already. */
  loaded: readonly T[];
  path: string;
  /** What people call its items, in the plural. */
  noun: string;
  pageAt: (cursor: string | null) => Promise<Page<T>>;
}

/**
 * Finds an item by its id: among those loaded, else by reading the list from its start.
 * @returns null where the whole list does not hold it
 * @throws ApiError, `incomplete` where the list cannot be read to its end
 */
export async function findInList<T extends { id: string }>(
  { loaded, path, noun, pageAt }: ListToSearch<T>,
  id: string,
): Promise<T | null> {
  // The same id in any case.
  const isWanted = (item: T) => item.id.toLowerCase() === id.toLowerCase();
  const known = loaded.find(isWanted);
  if (known) return known;
  const pages: Page<T>[] = [];
  const pageParams: unknown[] = [];
  const list: Pages<T> = { pages, pageParams };
  let cursor: string | null | undefined = firstPage();
  while (cursor !== undefined) {
    const page = await pageAt(cursor);
    const found = page.data.find(isWanted);
    if (found) return found;
    pages.push(page);
    pageParams.push(cursor);
    cursor = nextCursorOf(list);
  }
  const reason = reasonCutShort(continuationOf(list), noun);
  if (reason === null) return null;
  throw new ApiError({ kind: 'incomplete', call: `GET ${path}`, status: 200, reason });
}

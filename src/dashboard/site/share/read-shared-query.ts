import { readSearch } from '../search/search.ts';

/** Reads the query of a share or feed as a timeline search; the default search if it is null. */
export function readSharedQuery(query: string | null) {
  const parameters = new URLSearchParams(query ?? '');
  const names = [...new Set(parameters.keys())];
  return readSearch(Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])));
}

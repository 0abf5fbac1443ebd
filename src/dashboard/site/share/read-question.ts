import { readSearch } from '../search/search.ts';

/** Reads the question of a share or feed as a timeline search; the default search if it is null. */
export function readQuestion(question: string | null) {
  const parameters = new URLSearchParams(question ?? '');
  const names = [...new Set(parameters.keys())];
  return readSearch(Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])));
}

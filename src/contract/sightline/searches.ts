import * as v from 'valibot';
import { Key, list, required, Text, Value } from '../fields.ts';
import { reportEntries } from '../resources.ts';

const CountedSearch = v.object({
  /** What platforms searched for, exactly as they did. */
  query: required(Text),
  /** The number of answers for which platforms searched for this, each counted once. */
  answers: required(Value),
  /** The IDs of these platforms, ascending. */
  platforms: list(Key),
});
export type CountedSearch = v.InferOutput<typeof CountedSearch>;

/** The maximum number of searches in a report. */
export const maxCountedSearches = 200;

export const SearchesReport = v.object({
  /** The number of answers that the filters select and whose searches are known. */
  answers: required(Value),
  /** Sorted by the number of answers, descending. */
  searches: list(CountedSearch),
  /** The number of further searches, which are not listed. */
  more: required(Value),
  filters: reportEntries.filters,
});
export type SearchesReport = v.InferOutput<typeof SearchesReport>;

import { maxCountedSearches } from '../../contract/sightline/searches.ts';

export interface SearchCount {
  /** As imported. */
  query: string;
  /** The number of answers for which it was searched. */
  answers: number;
  /** The platforms of these answers, ascending. */
  platforms: readonly string[];
}

/** Counts of what platforms searched for to answer. */
export interface SearchCounts {
  /** The number of answers with known searches. */
  answers: number;
  /** At most `maxListedSearches`, sorted by answers, descending, then query (by code points). */
  searches: readonly SearchCount[];
  /** The number of different searches, listed or not. */
  searchCount: number;
}

export const maxListedSearches = maxCountedSearches;

/** The counts if no completed scan is in range. */
export const noSearches: SearchCounts = { answers: 0, searches: [], searchCount: 0 };

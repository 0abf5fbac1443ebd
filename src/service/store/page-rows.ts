import { maxCitedPages } from '../../contract/sightline/pages.ts';

/** A page of a domain that answers in scope cite. */
export interface CitedPageCount {
  /** See `CitedPage` of the addresses. */
  page: string;
  /** The number of answers that cite it. */
  answers: number;
  citations: number;
  /** The address of its newest citation, as imported; null if it is not stored. */
  url: string | null;
  /** The newest title among its `titledCitations` newest citations; null if none has one. */
  title: string | null;
}

/** Counts of the pages of a domain that the answers in scope cite. */
export interface PageCounts {
  /** The number of answers that cite the domain. */
  answers: number;
  /** The number of these answers that cite no known page of the domain. */
  answersWithoutPages: number;
  /** At most `maxListedPages`, sorted by answers, then citations (both descending), then page (by code points). */
  pages: readonly CitedPageCount[];
  /** The number of all cited pages of the domain, listed or not. */
  pageCount: number;
}

export const maxListedPages = maxCitedPages;

/** How many citations of a page are read to find a title, since some platforms give none. */
export const titledCitations = 8;

/** The counts if no completed scan is in range. */
export const noPages: PageCounts = { answers: 0, answersWithoutPages: 0, pages: [], pageCount: 0 };

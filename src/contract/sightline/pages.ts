import * as v from 'valibot';
import { list, nullable, required, Text, Value } from '../fields.ts';
import { reportEntries } from '../resources.ts';

const CitedPage = v.object({
  /**
   * The address of the page without its scheme, as people read it. It is the same for every link to the page: without
   * `www.`, default port, trailing slash, fragment and tracking parameters.
   */
  page: required(Text),
  /** The newest address under which an answer cites the page, with wrappers opened and without tracking parameters. */
  url: required(Text),
  /** The newest title under which an answer cites the page; null if unknown. */
  title: nullable(Text),
  /** The number of answers that cite the page. */
  answers: required(Value),
  citations: required(Value),
});
export type CitedPage = v.InferOutput<typeof CitedPage>;

/** The maximum number of pages in a report. */
export const maxCitedPages = 200;

export const PagesReport = v.object({
  /** The number of answers that the filters select and that cite the domain. */
  answers: required(Value),
  /** The number of these answers that cite no known page of the domain. */
  answersWithoutPages: required(Value),
  /** Sorted by the number of answers that cite the page, descending. */
  pages: list(CitedPage),
  /** The number of further pages, which are not listed. */
  more: required(Value),
  filters: reportEntries.filters,
});
export type PagesReport = v.InferOutput<typeof PagesReport>;

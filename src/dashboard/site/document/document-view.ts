import type { TimelineSearch, WrittenSearch } from '../question/search.ts';
import { readSections, type SectionName, writeSections } from './sections.ts';

/** The maximum length of an introduction, in Unicode code points. */
export const maxIntroLength = 2_000;

/** The part of the address that only a report has. */
export interface DocumentView {
  /** In the order shown. */
  sections: readonly SectionName[];
  /** Plain text above the figures; empty for none. */
  intro: string;
  /** Whether all dates were chosen. Otherwise, a report without dates covers the last 30 days. */
  isAllDates: boolean;
}

const isDated = ({ range, startDate, endDate }: TimelineSearch): boolean =>
  range !== null || startDate !== null || endDate !== null;

/** Cuts an introduction to its maximum length. */
export const cutIntro = (text: string): string => [...text].slice(0, maxIntroLength).join('');

/** Reads the parameters that only a report has, ignoring invalid values. */
export function readDocumentView(raw: Readonly<Record<string, unknown>>): DocumentView {
  const { sections, intro, dates } = raw;
  return {
    sections: readSections(sections),
    intro: typeof intro === 'string' ? cutIntro(intro) : '',
    isAllDates: dates === 'all',
  };
}

/** Writes the parameters that only a report has, leaving out defaults. */
export function writeDocumentView({ sections, intro, isAllDates }: DocumentView): WrittenSearch {
  const written = writeSections(sections);
  return {
    ...(written ? { sections: written } : {}),
    ...(intro === '' ? {} : { intro }),
    ...(isAllDates ? { dates: 'all' } : {}),
  };
}

/** The search with the period that a report covers: the last 30 days unless dates or all dates are chosen. */
export const withDefaultPeriod = (
  search: TimelineSearch,
  { isAllDates }: Pick<DocumentView, 'isAllDates'>,
): TimelineSearch => (isDated(search) || isAllDates ? search : { ...search, range: '30d' });

/** Whether a search chosen on the page, where the default period is already filled in, means all dates. */
export const meansAllDates = (search: TimelineSearch): boolean => !isDated(search);

import type { WrittenSearch } from '../search/search.ts';
import type { PageParameters } from '../search/use-page-search.ts';
import { readSections, type SectionName, writeSections } from './sections.ts';

/** The maximum length of an introduction, in Unicode code points. */
export const maxIntroLength = 2_000;

/** The part of the address that only a report has. */
export interface DocumentView {
  /** In the order shown. */
  sections: readonly SectionName[];
  /** Plain text above the figures; empty for none. */
  intro: string;
}

/** Cuts an introduction to its maximum length. */
export const cutIntro = (text: string): string => [...text].slice(0, maxIntroLength).join('');

/** Reads the parameters that only a report has, ignoring invalid values. */
export function readDocumentView(raw: Readonly<Record<string, unknown>>): DocumentView {
  const { sections, intro } = raw;
  return {
    sections: readSections(sections),
    intro: typeof intro === 'string' ? cutIntro(intro) : '',
  };
}

/** Writes the parameters that only a report has, leaving out defaults. */
export function writeDocumentView({ sections, intro }: DocumentView): WrittenSearch {
  const written = writeSections(sections);
  return {
    ...(written ? { sections: written } : {}),
    ...(intro === '' ? {} : { intro }),
  };
}

/** The parameters of the report's address. */
export const documentParameters: PageParameters<DocumentView> = {
  read: (parameters) => ({ view: readDocumentView(parameters) }),
  write: writeDocumentView,
};

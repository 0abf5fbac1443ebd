import { parseSearch } from '../../search-format.ts';
import { readSearch, searchNames, type TimelineSearch } from '../search/search.ts';
import { type DocumentView, maxIntroLength, readDocumentView } from './document-view.ts';
import { sectionNames } from './sections.ts';

/** The parameters of a report, or a sentence that says what is wrong with them. */
type QueryResult =
  | { search: TimelineSearch; view: DocumentView }
  | { search: null; reason: string };

const reportOnlyNames = ['sections', 'intro'];

/** What is wrong with the parameters that only a report has; null if nothing is. */
function faultOf({ sections, intro }: ReturnType<typeof parseSearch>): string | null {
  const known: readonly string[] = sectionNames;
  const unknown = [sections ?? []].flat().find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `sections: there is no section '${unknown}'. The sections are ${known.join(', ')}.`;
  }
  if (Array.isArray(intro)) return 'intro: use it only once.';
  const isTooLong = intro !== undefined && [...intro].length > maxIntroLength;
  return isTooLong ? `intro: use at most ${maxIntroLength} characters.` : null;
}

/**
 * Reads the query of a report's address for the command that writes reports. Unlike the page, which ignores unreadable
 * parameters, this function says what is wrong with them.
 * @param capabilities what the service offers beyond v1
 */
export function readReportQuery(query: string, capabilities: readonly string[]): QueryResult {
  const raw = parseSearch(query);
  const known = [...searchNames, ...reportOnlyNames];
  const unknownName = Object.keys(raw).find((name) => !known.includes(name));
  if (unknownName !== undefined) {
    return { search: null, reason: `There is no parameter '${unknownName}'.` };
  }
  const { dropped, ...search } = readSearch(raw, capabilities);
  if (dropped.length > 0) {
    return { search: null, reason: `Parameters with invalid values: ${dropped.join(', ')}.` };
  }
  const fault = faultOf(raw);
  if (fault !== null) return { search: null, reason: fault };
  return { search, view: readDocumentView(raw) };
}

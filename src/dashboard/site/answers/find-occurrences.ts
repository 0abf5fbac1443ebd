import { mayBegin, mayEnd } from '../../../contract/name-boundaries.ts';

/**
 * Where a name occurs in a text: case-sensitive and not within a word, as in the service's rule for mentions, but
 * without converting either to NFC.
 * @returns UTF-16 offsets, ascending and without overlap; none for a blank name
 */
export function findOccurrences(text: string, name: string): { start: number; end: number }[] {
  const occurrences: { start: number; end: number }[] = [];
  if (name.trim() === '') return occurrences;
  let start = text.indexOf(name);
  while (start !== -1) {
    const end = start + name.length;
    const isWhole = mayBegin(text, start) && mayEnd(text, end);
    if (isWhole) occurrences.push({ start, end });
    start = text.indexOf(name, isWhole ? end : start + 1);
  }
  return occurrences;
}

import { foldedText } from '../../contract/sightline/setup.ts';
import type { DraftQuestion } from './draft.ts';

/** Lines that were typed or pasted, compared with the questions that the site has. */
export interface PastedQuestions {
  /** Lines to add, without the marks of a list in front of them. */
  added: readonly string[];
  /** Lines that equal an earlier line or a question of the site. */
  duplicates: readonly string[];
}

/** "1. ", "2) ", "- ", "* " or "• " at the start of a line, as lists are pasted from documents. */
const listMark = /^\s*(?:\d{1,4}[.)]|[-*•–])\s+/;

/** Reads questions, one per line. Ignores empty lines. */
export function readPasted(pasted: string, questions: readonly DraftQuestion[]): PastedQuestions {
  const known = new Set(
    questions.filter(({ isRemoved }) => !isRemoved).map(({ text }) => foldedText(text)),
  );
  const added: string[] = [];
  const duplicates: string[] = [];
  for (const line of pasted.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const text = line.replace(listMark, '').trim();
    const folded = foldedText(text);
    if (folded === '') continue;
    if (known.has(folded)) duplicates.push(text);
    else added.push(text);
    known.add(folded);
  }
  return { added, duplicates };
}

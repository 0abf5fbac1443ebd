import { foldedText } from '../../contract/sightline/setup.ts';
import type { DraftQuestion } from './draft.ts';

/** Lines that were typed or pasted, compared with the questions that the site has. */
export interface PastedQuestions {
  /** Lines to add, without the marks of a list in front of them. */
  added: readonly string[];
  /** Lines that equal an earlier line or a question of the site. */
  duplicates: readonly string[];
  /** Whether the lines are rows of a spreadsheet, of which only the first cells are read. */
  isTable: boolean;
}

/** White space, and characters that nobody sees, at the start of a line. */
const margin = /^[\s\p{Default_Ignorable_Code_Point}]+/u;
/** "- ", "* " or "• " at the start of a line, as lists are pasted from documents. */
const bullet = /^[-*•–]\s+/;
/** "1. " or "2) " at the start of a line. */
const listNumber = /^(\d{1,4})[.)]\s+/;

/** A number with a tab, as a list is pasted from a document with headings between its items. */
const tabbedNumber = /^\d{1,4}[.)]\t\s*/;

/**
 * Whether numbers at the start of lines are those of a list, not part of what the lines say, as in "3. Liga": every line
 * has one, and they are not all the same, except that lists may repeat the 1.
 */
function isNumberedList(lines: readonly string[]): boolean {
  const numbers = lines.map((line) => listNumber.exec(line)?.[1]);
  return !numbers.includes(undefined) && (new Set(numbers).size > 1 || numbers[0] === '1');
}

/** Reads questions, one per line or row of a spreadsheet. Ignores empty lines. */
export function readPasted(pasted: string, questions: readonly DraftQuestion[]): PastedQuestions {
  const known = new Set(
    questions.filter(({ isRemoved }) => !isRemoved).map(({ text }) => foldedText(text)),
  );
  const lines = pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => foldedText(line) !== '')
    .map((line) => ({ isIndented: line.startsWith('\t'), text: line.replace(margin, '') }));
  const mark = isNumberedList(lines.map(({ text }) => text)) ? listNumber : bullet;
  const texts = lines.map(({ text }) => text.replace(mark, '').replace(tabbedNumber, '').trim());
  const isTable = texts.some((text) => text.includes('\t'));
  const added: string[] = [];
  const duplicates: string[] = [];
  for (const [at, line] of texts.entries()) {
    // In a table, a tab at the start follows an empty first cell.
    const [cell = ''] = isTable && lines[at]?.isIndented ? [] : line.split('\t');
    const text = cell.trim();
    const folded = foldedText(text);
    if (folded === '') continue;
    if (known.has(folded)) duplicates.push(text);
    else added.push(text);
    known.add(folded);
  }
  return { added, duplicates, isTable };
}

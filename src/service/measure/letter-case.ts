import type { FoldedName } from './fold.ts';

/** A place in a text where the folded name occurs. */
export interface NameInText {
  text: string;
  /** The unit of the text at an index of the folded name. */
  unitAt: (index: number) => number;
  /** Offsets in `text`. */
  start: number;
  end: number;
}

export const isLowerCase = (character: string | undefined): boolean =>
  character !== undefined && character !== character.toUpperCase();
const isUpperCase = (character: string): boolean => character !== character.toLowerCase();
const upperUnitOf = (unit: number): number => String.fromCharCode(unit).toUpperCase().charCodeAt(0);

/** How much of a line before a name is read to find out whether a sentence starts there. */
const maxLeadLength = 80;
/** Matches the end of a sentence, or the start of a line or table cell, before a name: only markup may be between. */
const sentenceStart = /(?:[.!?…。！？]["'”’»)\]*_`~]*\s|^\s*(?:\d{1,3}[.)])?|\|)[^\p{L}\p{N}]*$/u;

function isAtSentenceStart(text: string, at: number): boolean {
  const lead = text.slice(Math.max(0, at - maxLeadLength), at);
  const lineStart = Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r')) + 1;
  const isLineStartKnown = lineStart > 0 || lead.length === at;
  return sentenceStart.test(isLineStartKnown ? lead.slice(lineStart) : `x${lead}`);
}

const lowerCaseLetter = /\p{Ll}/u;
const maxLineLength = 400;

/** Whether the line around a place has a lower-case letter, as far as `maxLineLength` units on either side. */
function hasLowerCaseInLine({ text, start, end }: NameInText): boolean {
  const before = text.slice(Math.max(0, start - maxLineLength), start);
  const after = text.slice(end, end + maxLineLength);
  const lineEnd = after.search(/[\n\r]/);
  const line = `${before.slice(before.search(/[^\n\r]*$/))} ${lineEnd === -1 ? after : after.slice(0, lineEnd)}`;
  return lowerCaseLetter.test(line);
}

/**
 * Creates the rule for the case in which a name may be written. The first letter of each word has to be as in the name,
 * and the rest can be in any case. But a name in capitals has to be in capitals; a name that begins with a lower-case
 * letter can begin with a capital at the start of a sentence; and in a line of only capitals, a name of one word does
 * not count, since it may be an ordinary word.
 */
export function createCaseRule({ folded, cased }: FoldedName): (found: NameInText) => boolean {
  const letters = [...cased.matchAll(/\p{L}/gu)].map(({ index }) => index);
  const hasLowerCase = letters.some((index) => isLowerCase(cased[index]));
  const isOneWord = !/[ -]/.test(folded);
  const fixedLetters = hasLowerCase
    ? letters.filter((index) => index === 0 || /[ -]/.test(folded[index - 1] ?? ''))
    : letters.filter((index) => isUpperCase(cased[index] ?? ''));
  const mayBeCapitalised = isLowerCase(cased[0]);

  return (found) => {
    const { unitAt } = found;
    for (const index of fixedLetters) {
      const expected = cased.charCodeAt(index);
      const unit = unitAt(index);
      if (unit === expected) continue;
      const isCapitalised = index === 0 && mayBeCapitalised && unit === upperUnitOf(expected);
      if (!isCapitalised || !isAtSentenceStart(found.text, found.start)) return false;
    }
    if (!hasLowerCase || !isOneWord) return true;
    const isInCapitals = letters.every((index) => !isLowerCase(String.fromCharCode(unitAt(index))));
    return !isInCapitals || hasLowerCaseInLine(found);
  };
}

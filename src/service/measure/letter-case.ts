import { type FoldedName, timesUnit } from './fold.ts';

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
/** Matches an abbreviation at the end of a text, whose full stop ends no sentence. */
const abbreviation = /(?:^|[^\p{L}])(?:vs|e\.g|i\.e|cf|resp|approx|incl|No|Nr|z\.B|U\.S|U\.K)\.$/u;
/** Matches the start of a line, with its number or box if it is a list item, before a name: only markup may be between. */
const lineStart = /^[^\p{L}\p{N}]*(?:(?:\d{1,3}[.)]|\[[xX ]\])[^\p{L}\p{N}]*)?$/u;
/**
 * Matches what ends a sentence and what may stand between it and the next one: quotes, brackets, markup and references
 * to sources. Scripts that are written without spaces have none after a full stop.
 */
const sentenceEnd =
  /(?:[.!?…](?:["'”’»)\]*_`~\u00b9\u00b2\u00b3\u2070-\u2079]|\[\d{1,3}\]|【[^】]{0,40}】)*\s|[。！？।؟]|\|)[^\p{L}\p{N}]*$/u;

function isAtSentenceStart(text: string, at: number): boolean {
  const lead = text.slice(Math.max(0, at - maxLeadLength), at);
  const lineAt = Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r')) + 1;
  const line = lead.slice(lineAt);
  if ((lineAt > 0 || lead.length === at) && lineStart.test(line)) return true;
  return sentenceEnd.test(line) && !abbreviation.test(line.trimEnd());
}

/** Lower-case letters, and letters of scripts without case. */
const letterThatIsNoCapital = /[\p{Ll}\p{Lo}]/u;
const maxLineLength = 400;

/** Whether the line around a place has only capitals, as far as `maxLineLength` units on either side. */
function isLineInCapitals({ text, start, end }: NameInText): boolean {
  const before = text.slice(Math.max(0, start - maxLineLength), start);
  const lineAt = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const after = text.slice(end, end + maxLineLength);
  const lineEnd = after.search(/[\n\r]/);
  return !(
    letterThatIsNoCapital.test(before.slice(lineAt)) ||
    letterThatIsNoCapital.test(lineEnd === -1 ? after : after.slice(0, lineEnd))
  );
}

/** Remembers the result for a place, since many spellings can be found there. */
const linesInCapitals = new WeakMap<NameInText, boolean>();
function isInLineOfCapitals(found: NameInText): boolean {
  const known = linesInCapitals.get(found) ?? isLineInCapitals(found);
  linesInCapitals.set(found, known);
  return known;
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
    ? [...folded.matchAll(/(?<![^ -])[^ -]+/g)].flatMap(
        ({ index, 0: word }) => letters.find((at) => at >= index && at < index + word.length) ?? [],
      )
    : letters.filter((index) => isUpperCase(cased[index] ?? ''));
  const mayBeCapitalised = isLowerCase(cased[0]);

  return (found) => {
    const { unitAt } = found;
    for (const index of fixedLetters) {
      const expected = cased.charCodeAt(index);
      const unit = unitAt(index);
      if (unit === expected || unit === timesUnit) continue;
      const isCapitalised = index === 0 && mayBeCapitalised && unit === upperUnitOf(expected);
      if (!isCapitalised || !isAtSentenceStart(found.text, found.start)) return false;
    }
    if (!hasLowerCase || !isOneWord) return true;
    const isInCapitals = letters.every((index) => !isLowerCase(String.fromCharCode(unitAt(index))));
    return !isInCapitals || !isInLineOfCapitals(found);
  };
}

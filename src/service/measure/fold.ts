import {
  characterReference,
  decodeCharacterReferences,
} from '../../contract/answer-text/character-references.ts';
import { escapePattern } from '../../contract/answer-text/markdown-patterns.ts';

/** Folding makes characters equal that look alike to a reader: names are compared in folded text. */

/** What ignored characters fold to. */
export const ignoredUnit = 0;
export const lineBreakUnit = 0x0a;
export const spaceUnit = 0x20;
export const hyphenUnit = 0x2d;
export const quoteUnit = 0x27;
/** The multiplication sign: it is compared as an x, in any case. */
export const timesUnit = 0xd7;

/** Hyphens and dashes that platforms write between letters; not the em dash, which separates clauses. */
const hyphens = '-\u058a\u05be\u2010\u2011\u2012\u2013\u2043\u2212\ufe63\uff0d';
const lineBreaks = '\n\v\f\r\u0085\u2028\u2029';

const unitCount = 0x1_0000;
const everyUnit = Buffer.from(
  Uint16Array.from({ length: unitCount }, (_, unit) => unit).buffer,
).toString('utf16le');
const everyCharacter = everyUnit.slice(0, 0xd800) + everyUnit.slice(0xe000);
const charactersMatching = (pattern: RegExp): readonly string[] =>
  everyCharacter.match(pattern) ?? [];

/** Apostrophes and the quotation marks of all languages, for a class of a pattern with the flag `v`. */
const quoteClass = String.raw`\p{Quotation_Mark}\x60\u00b4\u02b9\u02bb\u02bc\u02bd\u05f3\u05f4\u2032\u2033\u275b-\u275e\u3008-\u300b`;
const quotes = charactersMatching(new RegExp(`[${quoteClass}]`, 'gv')).join('');
/** Characters that are compared without NFKC, since `foldedUnits` has them or they occur in most texts. */
const neverExpanded = `${hyphens}${quotes}…\ufe0f`;

/** By UTF-16 unit: the unit that it is compared as. Letters are in lower case. */
export const foldedUnits: Uint16Array = (() => {
  const units = Uint16Array.from({ length: unitCount }, (_, unit) => unit);
  const fold = (characters: Iterable<string>, to: number) => {
    for (const character of characters) units[character.charCodeAt(0)] = to;
  };
  for (const upper of charactersMatching(/\p{Changes_When_Lowercased}/gv)) {
    const lower = upper.toLowerCase();
    if (lower.length === 1) units[upper.charCodeAt(0)] = lower.charCodeAt(0);
  }
  // The two forms of the Greek letter sigma, and the four of the Turkish letters with and without a dot.
  fold('ς', 0x3c3);
  fold('İı', 0x69);
  fold(charactersMatching(/\s/gv), spaceUnit);
  fold(charactersMatching(/\p{Default_Ignorable_Code_Point}/gv), ignoredUnit);
  fold(lineBreaks, lineBreakUnit);
  fold(hyphens, hyphenUnit);
  fold(quotes, quoteUnit);
  units[timesUnit] = 'x'.charCodeAt(0);
  return units;
})();

/** A text with each sequence that stands for other characters replaced by them, and where each was in the original. */
export interface ExpandedText {
  text: string;
  /** Where the character that a unit belongs to starts and ends in the original text; null if the texts are equal. */
  starts: Int32Array | null;
  ends: Int32Array | null;
}

/** By UTF-16 unit: 1 if NFKC may change its character or compose it with another; 2 if that depends on the next unit. */
const changeableUnits: Uint8Array = (() => {
  const kinds = new Uint8Array(unitCount);
  for (const character of charactersMatching(
    /[\p{Changes_When_NFKC_Casefolded}\p{M}\u1100-\u11ff\uff9e\uff9f]/gv,
  )) {
    const isHandled = neverExpanded.includes(character) || /\s/.test(character);
    const mayCompose = /[\p{M}\u1100-\u11ff\uff9e\uff9f]/v.test(character);
    if (!isHandled && (mayCompose || character.normalize('NFKC') !== character)) {
      kinds[character.charCodeAt(0)] = 1;
    }
  }
  // Emoji are frequent, and other characters of these planes are not.
  kinds.fill(1, 0xd800, 0xdc00);
  kinds.fill(0, 0xd83d, 0xd83f);
  kinds[0xd83c] = 2;
  return kinds;
})();

/** Whether NFKC may change a text. Texts in Latin letters with emoji are read fast. */
function mayChange(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const kind = changeableUnits[text.charCodeAt(index)];
    if (kind === 0) continue;
    if (kind === 1) return true;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdd00 && next <= 0xdeff) return true;
  }
  return false;
}

const reference = `(?i:${characterReference.source})`;
const referenceOrEscape = new RegExp(`${reference}|${escapePattern.source}`);
/**
 * Characters that NFKC may change, joined with those that it may compose them with. Marks come in runs of at most 30,
 * as in UAX 15's Stream-Safe Text Format, since sorting the marks of a run takes quadratic time.
 */
const changeableCharacter = String.raw`[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]|[\u{16d63}-\u{16d6a}]{2,}|[\uff66-\uff9d][\uff9e\uff9f]|\P{M}?\p{M}{1,30}|[\p{Changes_When_NFKC_Casefolded}--[A-Z${hyphens.replace('-', '')}${quoteClass}…]]`;
const changeable = new RegExp(changeableCharacter, 'gv');
// `escapePattern` in the syntax of the flag `v`.
const expandable = new RegExp(
  String.raw`${reference}|\\[!-\/:-@\[-\x60\{-~]|${changeableCharacter}`,
  'gv',
);
const markRun = /\p{M}{30}(?=\p{M})/gu;

function expandPiece(piece: string): string {
  if (piece.startsWith('&') && piece.length > 1) {
    return decodeCharacterReferences(piece).normalize('NFKC');
  }
  if (piece.startsWith('\\') && piece.length > 1) return piece.slice(1);
  return piece.normalize('NFKC');
}

/** Replaces the matches of a pattern by their expansions, and records where they were. */
function replaceAll(text: string, pattern: RegExp): ExpandedText {
  const parts: string[] = [];
  const replaced: { start: number; end: number; length: number }[] = [];
  let from = 0;
  for (const { 0: piece, index } of text.matchAll(pattern)) {
    const expansion = expandPiece(piece);
    if (expansion === piece) continue;
    parts.push(text.slice(from, index), expansion);
    from = index + piece.length;
    replaced.push({ start: index, end: from, length: expansion.length });
  }
  if (replaced.length === 0) return { text, starts: null, ends: null };
  parts.push(text.slice(from));
  const expanded = parts.join('');
  const starts = new Int32Array(expanded.length);
  const ends = new Int32Array(expanded.length);
  let at = 0;
  let unit = 0;
  for (const { start, end, length } of [
    ...replaced,
    { start: text.length, end: text.length, length: 0 },
  ]) {
    for (; at < start; at += 1, unit += 1) {
      starts[unit] = at;
      ends[unit] = at + 1;
    }
    starts.fill(start, unit, unit + length);
    ends.fill(end, unit, unit + length);
    at = end;
    unit += length;
  }
  return { text: expanded, starts, ends };
}

/** Expands character references and Markdown escapes in an answer's text, and converts the text to NFKC. */
export function expand(text: string): ExpandedText {
  const mayHaveReference = text.includes('&') || text.includes('\\');
  if (mayHaveReference && referenceOrEscape.test(text)) return replaceAll(text, expandable);
  if (!mayChange(text)) return { text, starts: null, ends: null };
  // Splitting runs of marks keeps this check fast; a text with longer runs is never equal.
  const isUnchanged = text.replace(markRun, '$&\u034f').normalize('NFKC') === text;
  return isUnchanged ? { text, starts: null, ends: null } : replaceAll(text, changeable);
}

/** A name in the form in which names are compared. */
export interface FoldedName {
  /** Folded, without spaces at its ends, and with one space for each run of spaces. */
  folded: string;
  /** The same units, but with letters in the case in which they are written, and with × as it is. */
  cased: string;
}

/** Folds a name. Unlike the text of an answer, a name contains no character references or escapes. */
export function foldName(name: string): FoldedName {
  const { text } = replaceAll(name.normalize('NFC'), changeable);
  let folded = '';
  let cased = '';
  for (let index = 0; index < text.length; index += 1) {
    const original = text.charCodeAt(index);
    const unit = foldedUnits[original] ?? original;
    if (unit === ignoredUnit) continue;
    if (unit === spaceUnit || unit === lineBreakUnit) {
      if (folded === '' || folded.endsWith(' ')) continue;
      folded += ' ';
      cased += ' ';
    } else {
      const isLetter = String.fromCharCode(original).toLowerCase().charCodeAt(0) === unit;
      folded += String.fromCharCode(unit);
      cased += String.fromCharCode(isLetter || original === timesUnit ? original : unit);
    }
  }
  return { folded: folded.trimEnd(), cased: cased.trimEnd() };
}

import { parse } from 'tldts';
import { mayBegin, mayEnd } from '../../contract/name-boundaries.ts';
import { AliasAutomaton } from './alias-automaton.ts';
import {
  expand,
  foldedUnits,
  foldName,
  hyphenUnit,
  ignoredUnit,
  lineBreakUnit,
  quoteUnit,
  spaceUnit,
} from './fold.ts';
import { type BrandAliases, readSpaces } from './mentions.ts';

/**
 * A spelling that is not a mention, but equals an alias once separators (spaces, hyphens, apostrophes, full stops) and
 * case are removed, and besides a plural or case ending, a prefix, or the end of a domain.
 */
export interface NearMiss {
  brandId: string;
  /** As in the text. */
  spelling: string;
}

interface NamedBrand extends BrandAliases {
  /** It is no near miss if it is not among the aliases: somebody has left it out. */
  readonly name?: string;
}

const fullStopUnit = 0x2e;
const isSeparator = (folded: number): boolean =>
  folded === spaceUnit ||
  folded === lineBreakUnit ||
  folded === hyphenUnit ||
  folded === quoteUnit ||
  folded === fullStopUnit;
const separators = /[ \-'.]/g;
/** Shorter names would be confused with ordinary words, such as "It" with the alias "IT". */
const minLength = 3;
/** Longer names are hardly ever written like this, and looking for many of them takes long to prepare. */
const maxLength = 64;

const squeeze = (folded: string): string => folded.replace(separators, '');
const countSeparators = (folded: string): number => folded.match(separators)?.length ?? 0;
const hasCapital = (spelling: string): boolean => /\p{Lu}/u.test(spelling);

/** Prefixes that Hebrew and Arabic join to a word: "in", "and", "the" and others. */
const prefix = /(?:[והבלמשכ]{1,3}|[وف]?(?:[بكل]?ال|[بكل]|لل)|[وف])$/u;
const maxPrefixLength = 4;
/** Endings of plurals, and of cases in languages with Cyrillic letters. */
const ending = /e?s|\p{Script=Cyrillic}{1,2}/iuy;

/** Where a word starts whose part from `start` on is a name; null if it starts otherwise than a name with a prefix. */
function findWordStart(text: string, start: number): number | null {
  if (mayBegin(text, start)) return start;
  const [found] = prefix.exec(text.slice(Math.max(0, start - maxPrefixLength), start)) ?? [];
  const wordStart = start - (found?.length ?? 0);
  return wordStart < start && mayBegin(text, wordStart) ? wordStart : null;
}

/** Where a word ends whose part up to `end` is a name; null if it ends otherwise than a name with an ending. */
function findWordEnd(text: string, end: number): number | null {
  if (mayEnd(text, end)) return end;
  ending.lastIndex = end;
  const wordEnd = ending.test(text) ? ending.lastIndex : end;
  return wordEnd > end && mayEnd(text, wordEnd) ? wordEnd : null;
}

/** How a brand's aliases spell a name that is searched for. */
interface Spelled {
  /** The most separators of an alias. */
  separators: number;
  hasCapital: boolean;
  /** Whether no alias is this name itself, only one with another ending. */
  isAltered: boolean;
}

/** By name without separators: the IDs of its brands. */
type Owners = Map<string, Map<string, Spelled>>;

/** A folded alias with another ending: "blackberries" for "blackberry", "comet" for "comet.ml". */
function changeEnding(folded: string): string | null {
  if (/[^aeiou]y$/.test(folded)) return folded.replace(/y$/, 'ies');
  if (!folded.includes('.')) return null;
  const { isIcann, hostname, domainWithoutSuffix } = parse(folded);
  return isIcann && hostname === folded ? domainWithoutSuffix : null;
}

function findOwners(brands: readonly NamedBrand[]): Owners {
  const owners: Owners = new Map();
  for (const { id, aliases, name = '' } of brands) {
    const uncounted = aliases.includes(name) ? '' : squeeze(foldName(name).folded);
    const add = (spelling: string, spelled: Spelled) => {
      const squeezed = squeeze(spelling);
      const { length } = squeezed;
      if (length < minLength || length > maxLength || squeezed === uncounted) return;
      const spelledBy = owners.get(squeezed) ?? new Map<string, Spelled>();
      owners.set(squeezed, spelledBy);
      const known = spelledBy.get(id) ?? spelled;
      spelledBy.set(id, {
        separators: Math.max(known.separators, spelled.separators),
        hasCapital: known.hasCapital && spelled.hasCapital,
        isAltered: known.isAltered && spelled.isAltered,
      });
    };
    for (const alias of aliases) {
      const { folded, cased } = foldName(alias);
      const spelled = {
        separators: countSeparators(folded),
        hasCapital: hasCapital(cased),
        isAltered: false,
      };
      add(folded, spelled);
      const altered = changeEnding(folded);
      if (altered !== null) add(altered, { ...spelled, isAltered: true });
    }
  }
  return owners;
}

/**
 * Whether a spelling is more likely a name than ordinary words: if it has a capital, or else if it is written as one
 * word where the alias is, and has no other ending or prefix. An alias without capitals needs none.
 */
function looksLikeName(spelling: string, isAltered: boolean, spelled: Spelled): boolean {
  if (hasCapital(spelling)) return true;
  if (countSeparators(foldName(spelling).folded) > spelled.separators) return false;
  return !spelled.hasCapital || !(isAltered || spelled.isAltered);
}

/** Whether a place is in an address or path, where names are written in lower case. */
const isInAddress = (text: string, start: number): boolean => /[/.@]/.test(text.charAt(start - 1));

/**
 * Creates a function that finds near misses of a site's brands in an answer's text, each spelling once for each brand.
 * Leaves out the brands that the text mentions.
 */
export function createNearMissFinder(
  brands: readonly NamedBrand[],
): (text: string, mentionedIds: readonly string[]) => NearMiss[] {
  const owners = findOwners(brands);
  const names = [...owners.keys()];
  const automaton = new AliasAutomaton(names);
  const longest = Math.max(1, ...names.map((name) => name.length));
  const positions = new Int32Array(2 ** Math.ceil(Math.log2(longest)));
  const mask = positions.length - 1;

  return (original, mentionedIds) => {
    const { text, starts, ends } = expand(original);
    const mentioned = new Set(mentionedIds);
    const found: NearMiss[] = [];
    const seen = new Set<string>();
    let state = 0;
    let count = 0;
    let isAfterSeparator = false;
    for (let at = 0; at < text.length; at += 1) {
      if (state === 0) at = automaton.findNextStart(text, at, isSeparator);
      if (at >= text.length) break;
      const unit = text.charCodeAt(at);
      const folded = foldedUnits[unit] ?? ignoredUnit;
      if (folded === ignoredUnit) continue;
      if (isSeparator(folded)) {
        const isSpace = folded === spaceUnit || folded === lineBreakUnit;
        const spaces = isSpace ? readSpaces(text, at) : null;
        if (isAfterSeparator || spaces?.hasBlankLine) state = 0;
        if (spaces) at = spaces.end - 1;
        isAfterSeparator = true;
        continue;
      }
      isAfterSeparator = false;
      positions[count & mask] = at;
      count += 1;
      state = automaton.advance(state, unit, folded);
      let matchState = automaton.findLongestMatch(state);
      if (matchState === 0) continue;
      const end = ends?.[at] ?? at + 1;
      const wordEnd = findWordEnd(original, end);
      if (wordEnd === null) continue;
      for (; matchState !== 0; matchState = automaton.findNextShorterMatch(matchState)) {
        const name = names[automaton.aliasIndexOf(matchState)] ?? '';
        const firstAt = positions[(count - name.length) & mask] ?? 0;
        const start = starts?.[firstAt] ?? firstAt;
        const wordStart = findWordStart(original, start);
        if (wordStart === null) continue;
        const spelling = original.slice(wordStart, wordEnd).replace(/\s+/g, ' ');
        if (seen.has(spelling)) continue;
        if (!hasCapital(spelling) && isInAddress(original, wordStart)) continue;
        seen.add(spelling);
        const isAltered = wordStart < start || wordEnd > end;
        for (const [brandId, spelled] of owners.get(name) ?? []) {
          if (!mentioned.has(brandId) && looksLikeName(spelling, isAltered, spelled))
            found.push({ brandId, spelling });
        }
      }
    }
    return found;
  };
}

import { mayBegin, mayEnd } from '../../contract/name-boundaries.ts';
import { hasPublicSuffix, parseHostName } from '../addresses/web-address.ts';
import { AliasAutomaton } from './alias-automaton.ts';
import {
  expand,
  type FoldedName,
  foldedUnits,
  foldName,
  ignoredUnit,
  lineBreakUnit,
  spaceUnit,
} from './fold.ts';
import { createCaseRule, isLowerCase, type NameInText } from './letter-case.ts';

/** A range of a text: `[start, end)` in UTF-16 code units. */
export type Range = readonly [start: number, end: number];

export interface Mention {
  brandId: string;
  /** Every range where an alias of the brand stands alone, ascending; overlapping ranges are merged. */
  ranges: readonly Range[];
}

export interface BrandAliases {
  readonly id: string;
  readonly aliases: readonly string[];
}

/** Adds a range, merging it with earlier ones that it overlaps. No earlier one may end after it. */
function addRange(ranges: Range[], start: number, end: number): void {
  let from = start;
  for (let last = ranges.at(-1); last && last[1] > start; last = ranges.at(-1)) {
    from = Math.min(from, last[0]);
    ranges.pop();
  }
  ranges.push([from, end]);
}

/** Whether the last range contains this one. The last range must not end after this one. */
function isContained(ranges: readonly Range[], start: number, end: number): boolean {
  const last = ranges.at(-1);
  return last !== undefined && last[0] <= start && last[1] === end;
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A spelling to search for. Several can be the same when folded. */
interface Spelling extends FoldedName {
  /** Where words begin that may be joined to the previous one, as in "HelpScout" for "Help Scout". */
  joins: readonly number[];
  startUnits: readonly number[] | null;
  allowsCase: (found: NameInText) => boolean;
  /** Indexes of the brands that have it as an alias. */
  owners: number[];
}

/**
 * The alias with its words joined, if each join shows in the case of the letters: "HelpScout" for "Help Scout", but
 * nothing for "Best buy". Null if the alias has only one word.
 */
function joinWords({ folded, cased }: FoldedName): (FoldedName & { joins: number[] }) | null {
  const words = cased.split(' ');
  const joins: number[] = [];
  let length = 0;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      const showsJoin = isLowerCase(words[index - 1]?.at(-1)) && /^\p{Lu}/u.test(word);
      if (!showsJoin) return null;
      joins.push(length);
    }
    length += word.length;
  }
  return joins.length === 0
    ? null
    : { folded: folded.replaceAll(' ', ''), cased: words.join(''), joins };
}

/** Whether a name is a domain, such as "monday.com", which can be in any case. */
function isOwnDomain({ folded }: FoldedName): boolean {
  const host = folded.includes('.') ? parseHostName(folded) : null;
  return host !== null && hasPublicSuffix(host);
}

/** The spellings of all aliases that are not blank, by their folded form. */
function groupSpellings(brands: readonly BrandAliases[]): Map<string, Spelling[]> {
  const groups = new Map<string, Spelling[]>();
  const add = (name: FoldedName, joins: readonly number[], owner: number) => {
    const group = groups.get(name.folded) ?? [];
    groups.set(name.folded, group);
    const known = group.find(
      ({ cased, joins: { length } }) => cased === name.cased && length === joins.length,
    );
    if (known) {
      if (!known.owners.includes(owner)) known.owners.push(owner);
      return;
    }
    group.push({
      ...name,
      joins,
      ...(isOwnDomain(name)
        ? { startUnits: null, allowsCase: () => true }
        : { startUnits: startUnitsOf(name), allowsCase: createCaseRule(name) }),
      owners: [owner],
    });
  };
  for (const [index, brand] of brands.entries()) {
    for (const alias of brand.aliases) {
      const name = foldName(alias);
      if (name.folded === '') continue;
      add(name, [], index);
      const joined = joinWords(name);
      if (joined) add(joined, joined.joins, index);
    }
  }
  return groups;
}

/** Where a run of spaces, line breaks and ignored characters ends, and whether it contains a blank line. */
export function readSpaces(text: string, from: number): { end: number; hasBlankLine: boolean } {
  let end = from;
  let lineBreaks = 0;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    const folded = foldedUnits[unit];
    if (folded === lineBreakUnit) {
      const isPairEnd = unit === 0x0a && end > from && text.charCodeAt(end - 1) === 0x0d;
      if (!isPairEnd) lineBreaks += 1;
    } else if (folded !== spaceUnit && folded !== ignoredUnit) break;
  }
  return { end, hasBlankLine: lineBreaks > 1 };
}

/**
 * Creates a function that finds a site's brands in answers. A brand is mentioned where one of its aliases stands alone:
 * no letter, digit or underscore is directly before or after it, except letters of scripts without word boundaries (see
 * `contract/name-boundaries.ts`). Alias and text are folded before they are compared (see `fold.ts`), and the case of
 * letters has to follow `createCaseRule`, except in a name that is a domain. Overlapping aliases of different brands all count; blank aliases are ignored.
 * The time grows linearly with the length of the text.
 * @returns a function from a text to its mentions, ascending by brand ID, each brand at most once. The ranges are
 * offsets in the text itself.
 */
export function createMentionFinder(brands: readonly BrandAliases[]): (text: string) => Mention[] {
  const sortedBrands = brands.toSorted((a, b) => compareIds(a.id, b.id));
  const groups = [...groupSpellings(sortedBrands)].map(([folded, spellings]) => ({
    folded,
    spellings,
  }));
  const automaton = new AliasAutomaton(
    groups.map(({ folded }) => folded),
    (index, unit) =>
      groups[index]?.spellings.some((spelling) => mayStartWith(spelling, unit)) ?? false,
  );
  const longest = Math.max(1, ...groups.map(({ folded }) => folded.length));
  // The positions of the last units read, enough for a match of the longest alias.
  const positions = new Int32Array(2 ** Math.ceil(Math.log2(longest)));
  const mask = positions.length - 1;

  return (original) => {
    const { text, starts, ends } = expand(original);
    const rangesByOwner = new Map<number, Range[]>();
    let state = 0;
    let count = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (state === 0) at = automaton.findNextStart(text, at);
      if (at >= text.length) break;
      const unit = text.charCodeAt(at);
      let folded = foldedUnits[unit] ?? ignoredUnit;
      if (folded === ignoredUnit) continue;
      if (folded === spaceUnit || folded === lineBreakUnit) {
        const spaces = readSpaces(text, at);
        at = spaces.end - 1;
        if (spaces.hasBlankLine) {
          state = 0;
          continue;
        }
        folded = spaceUnit;
      }
      positions[count & mask] = at;
      count += 1;
      state = automaton.advance(state, unit, folded);
      let matchState = automaton.findLongestMatch(state);
      if (matchState === 0) continue;
      const end = ends?.[at] ?? at + 1;
      // A name cannot end within a character, such as after the first f of a ligature.
      if (ends && at + 1 < text.length && ends[at + 1] === end) continue;
      let canEnd: boolean | null = null;
      for (; matchState !== 0; matchState = automaton.findNextShorterMatch(matchState)) {
        const group = groups[automaton.aliasIndexOf(matchState)];
        if (!group) continue;
        const first = count - group.folded.length;
        const firstAt = positions[first & mask] ?? 0;
        const firstUnit = text.charCodeAt(firstAt);
        const start = starts?.[firstAt] ?? firstAt;
        if (starts && firstAt > 0 && starts[firstAt - 1] === start) continue;
        const found: NameInText = {
          text,
          unitAt: (index) => text.charCodeAt(positions[(first + index) & mask] ?? 0),
          start: firstAt,
          end: at + 1,
        };
        for (const spelling of group.spellings) {
          if (!mayStartWith(spelling, firstUnit)) continue;
          const newOwners = spelling.owners.filter(
            (owner) => !isContained(rangesByOwner.get(owner) ?? [], start, end),
          );
          if (newOwners.length === 0) continue;
          canEnd ??= mayEndAt(original, end, text, at + 1);
          if (!canEnd) break;
          if (!isWritten(spelling, found) || !mayBeginAt(original, start, text, firstAt)) continue;
          for (const owner of newOwners) {
            const ranges = rangesByOwner.get(owner);
            if (ranges) addRange(ranges, start, end);
            else rangesByOwner.set(owner, [[start, end]]);
          }
        }
        if (canEnd === false) break;
      }
    }
    return [...rangesByOwner]
      .sort(([a], [b]) => a - b)
      .flatMap(([index, ranges]) => {
        const brand = sortedBrands[index];
        return brand ? [{ brandId: brand.id, ranges }] : [];
      });
  };
}

const joiners = '\u00ad\u2060\ufeff';

/**
 * Whether a name may begin at an offset of the original text. Judged in the expanded text after a character reference
 * or an escape; soft hyphens and word joiners do not separate.
 */
function mayBeginAt(original: string, start: number, expanded: string, at: number): boolean {
  let before = start;
  while (before > 0 && joiners.includes(original.charAt(before - 1))) before -= 1;
  const isDecoded = original[before - 1] === ';' || original[before - 2] === '\\';
  return mayBegin(original, before) && (!isDecoded || mayBegin(expanded, at));
}

/** Whether a name may end at an offset of the original text, judged like `mayBeginAt`. */
function mayEndAt(original: string, end: number, expanded: string, at: number): boolean {
  let after = end;
  while (after < original.length && joiners.includes(original.charAt(after))) after += 1;
  const isDecoded = original[after] === '&' || original[after] === '\\';
  return mayEnd(original, after) && (!isDecoded || mayEnd(expanded, at));
}

/** Whether a spelling may begin with a unit of a text that folds to its first unit. */
const mayStartWith = ({ startUnits }: Spelling, unit: number): boolean =>
  startUnits === null || startUnits.includes(unit);

/** The units that a name can begin with, as far as their case is concerned; null if it does not begin with a letter. */
function startUnitsOf({ cased }: FoldedName): readonly number[] | null {
  const first = cased.charAt(0);
  return /\p{L}/u.test(first) ? [first.charCodeAt(0), first.toUpperCase().charCodeAt(0)] : null;
}

/** Whether the case of the text's letters fits a spelling. */
const isWritten = ({ joins, allowsCase }: Spelling, found: NameInText): boolean =>
  joins.every(
    (join) =>
      isLowerCase(String.fromCharCode(found.unitAt(join - 1))) &&
      !isLowerCase(String.fromCharCode(found.unitAt(join))),
  ) && allowsCase(found);

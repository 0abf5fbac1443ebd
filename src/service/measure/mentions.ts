import { mayBegin, mayEnd } from '../../contract/name-boundaries.ts';
import { AliasAutomaton } from './alias-automaton.ts';

/** A range of a text: `[start, end)` in UTF-16 code units of its NFC form. */
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

/** A character that NFC may change: any outside the ranges of Latin letters and of dashes, quotes and bullets. */
const normalisableCharacter = /[^\0-\u02ff\u2010-\u2027]/;
const markRun = /\p{M}{30}(?=\p{M})/gu;

/**
 * The NFC form. Splits runs of more than 30 marks with a joiner, as in UAX 15's Stream-Safe Text Format, since sorting
 * the marks of a run takes quadratic time.
 */
export const toNfc = (text: string): string =>
  normalisableCharacter.test(text) ? text.replace(markRun, '$&\u034f').normalize('NFC') : text;

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

/** Every alias in NFC that is not blank, with the indexes of its brands. */
function groupOwnersByAlias(
  brands: readonly BrandAliases[],
): { alias: string; owners: number[] }[] {
  const owners = new Map<string, number[]>();
  for (const [index, brand] of brands.entries()) {
    for (const alias of new Set(brand.aliases.map(toNfc))) {
      if (alias.trim() === '') continue;
      const indexes = owners.get(alias);
      if (indexes) indexes.push(index);
      else owners.set(alias, [index]);
    }
  }
  return [...owners].map(([alias, indexes]) => ({ alias, owners: indexes }));
}

/**
 * Creates a function that finds a site's brands in answers. A brand is mentioned where one of its aliases stands alone:
 * case-sensitive, in NFC, with no letter, digit or underscore directly before or after it, except letters of scripts
 * without word boundaries (see `contract/name-boundaries.ts`). Overlapping aliases of different brands all count; blank
 * aliases are ignored. The time grows linearly with the length of the text.
 * @returns a function from a text to its mentions, ascending by brand ID, each brand at most once.
 */
export function createMentionFinder(brands: readonly BrandAliases[]): (text: string) => Mention[] {
  const find = createNfcMentionFinder(brands);
  return (text) => find(toNfc(text));
}

/** Like `createMentionFinder`, but for texts that `toNfc` has already converted. */
export function createNfcMentionFinder(
  brands: readonly BrandAliases[],
): (nfcText: string) => Mention[] {
  const sortedBrands = brands.toSorted((a, b) => compareIds(a.id, b.id));
  const aliases = groupOwnersByAlias(sortedBrands);

  const automaton = new AliasAutomaton(aliases.map(({ alias }) => alias));

  return (nfcText) => {
    const rangesByOwner = new Map<number, Range[]>();
    let state = 0;
    for (let end = 1; end <= nfcText.length; end += 1) {
      if (state === 0) end = 1 + automaton.findNextStart(nfcText, end - 1);
      if (end > nfcText.length) break;
      state = automaton.advance(state, nfcText.charCodeAt(end - 1));
      let matchState = automaton.findLongestMatch(state);
      if (matchState === 0 || !mayEnd(nfcText, end)) continue;
      for (; matchState !== 0; matchState = automaton.findNextShorterMatch(matchState)) {
        const { alias = '', owners = [] } = aliases[automaton.aliasIndexOf(matchState)] ?? {};
        const start = end - alias.length;
        const newOwners = owners.filter(
          (owner) => !isContained(rangesByOwner.get(owner) ?? [], start, end),
        );
        if (newOwners.length === 0 || !mayBegin(nfcText, start)) continue;
        for (const owner of newOwners) {
          const ranges = rangesByOwner.get(owner);
          if (ranges) addRange(ranges, start, end);
          else rangesByOwner.set(owner, [[start, end]]);
        }
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

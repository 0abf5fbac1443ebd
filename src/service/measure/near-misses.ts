import { mayBegin, mayEnd } from '../../contract/name-boundaries.ts';
import { AliasAutomaton } from './alias-automaton.ts';
import { expand, foldedUnits, foldName, ignoredUnit, lineBreakUnit, spaceUnit } from './fold.ts';
import { type BrandAliases, readSpaces } from './mentions.ts';

/** A spelling that equals an alias once spaces, hyphens and case are removed, but is not a mention. */
export interface NearMiss {
  brandId: string;
  /** As in the text. */
  spelling: string;
}

const hyphenUnit = 0x2d;
const isSeparator = (folded: number): boolean =>
  folded === spaceUnit || folded === lineBreakUnit || folded === hyphenUnit;
const separators = /[ -]/g;
/** Shorter names would be confused with ordinary words, such as "It" with the alias "IT". */
const minLength = 3;
/** Longer names are hardly ever written like this, and looking for many of them takes long to prepare. */
const maxLength = 64;

const hasCapital = (spelling: string): boolean => /\p{Lu}/u.test(spelling);
const countSeparators = (name: string): number => name.match(separators)?.length ?? 0;

/** By name without separators: the IDs of its brands, each with the most separators of an alias that spells it. */
type Owners = Map<string, Map<string, number>>;

function findOwners(brands: readonly BrandAliases[]): Owners {
  const owners: Owners = new Map();
  for (const { id, aliases } of brands) {
    for (const alias of aliases) {
      const { folded } = foldName(alias);
      const squeezed = folded.replace(separators, '');
      if (squeezed.length < minLength || squeezed.length > maxLength) continue;
      const separatorsOf = owners.get(squeezed) ?? new Map<string, number>();
      owners.set(squeezed, separatorsOf);
      separatorsOf.set(id, Math.max(countSeparators(folded), separatorsOf.get(id) ?? 0));
    }
  }
  return owners;
}

/**
 * Creates a function that finds near misses of a site's brands in an answer's text, each spelling once for each brand.
 * Leaves out the brands that the text mentions. A spelling is more likely a name than ordinary words, and so a near miss,
 * if it has a capital, or joins words that an alias separates, as "helpscout" does for "Help Scout".
 */
export function createNearMissFinder(
  brands: readonly BrandAliases[],
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
        const spaces = folded === hyphenUnit ? null : readSpaces(text, at);
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
      if (!mayEnd(original, end)) continue;
      for (; matchState !== 0; matchState = automaton.findNextShorterMatch(matchState)) {
        const name = names[automaton.aliasIndexOf(matchState)] ?? '';
        const firstAt = positions[(count - name.length) & mask] ?? 0;
        const start = starts?.[firstAt] ?? firstAt;
        if (!mayBegin(original, start)) continue;
        const spelling = original.slice(start, end).replace(/\s+/g, ' ');
        if (seen.has(spelling)) continue;
        seen.add(spelling);
        const isCapitalised = hasCapital(spelling);
        const separatorCount = countSeparators(spelling);
        for (const [brandId, separatorCountOfAlias] of owners.get(name) ?? []) {
          const looksLikeName = isCapitalised || separatorCount < separatorCountOfAlias;
          if (looksLikeName && !mentioned.has(brandId)) found.push({ brandId, spelling });
        }
      }
    }
    return found;
  };
}

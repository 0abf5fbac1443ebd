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

/**
 * Whether a spelling is more likely a name than ordinary words: it has a capital, or joins words that the alias
 * separates, as "helpscout" does for "Help Scout".
 */
const looksLikeName = (spelling: string, alias: string): boolean =>
  /\p{Lu}/u.test(spelling) ||
  (spelling.match(separators)?.length ?? 0) < (alias.match(separators)?.length ?? 0);

/**
 * Creates a function that finds near misses of a site's brands in an answer's text, each spelling once for each brand.
 * Leaves out the brands that the text mentions.
 */
export function createNearMissFinder(
  brands: readonly BrandAliases[],
): (text: string, mentionedIds: readonly string[]) => NearMiss[] {
  const owners = new Map<string, { brandId: string; alias: string }[]>();
  for (const { id, aliases } of brands) {
    for (const alias of aliases) {
      const { folded } = foldName(alias);
      const squeezed = folded.replace(separators, '');
      if (squeezed.length < minLength) continue;
      const known = owners.get(squeezed);
      if (known) known.push({ brandId: id, alias: folded });
      else owners.set(squeezed, [{ brandId: id, alias: folded }]);
    }
  }
  const names = [...owners.keys()];
  const automaton = new AliasAutomaton(names);
  const longest = Math.max(1, ...names.map((name) => name.length));
  const positions = new Int32Array(2 ** Math.ceil(Math.log2(longest)));
  const mask = positions.length - 1;

  return (original, mentionedIds) => {
    const { text, starts, ends } = expand(original);
    const found = new Map<string, NearMiss>();
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
        for (const { brandId, alias } of owners.get(name) ?? []) {
          const isMiss = !mentionedIds.includes(brandId) && looksLikeName(spelling, alias);
          if (isMiss) found.set(`${brandId} ${spelling}`, { brandId, spelling });
        }
      }
    }
    return [...found.values()];
  };
}

import { readVisibleText } from '../../contract/answer-text/visible-ranges.ts';
import { type BrandAliases, createMentionFinder } from './mentions.ts';

/** The aliases that a brand has in only one of two lists of a site's brands. */
function changedAliases(
  before: readonly BrandAliases[],
  after: readonly BrandAliases[],
): BrandAliases[] {
  const aliasesBefore = new Map(before.map(({ id, aliases }) => [id, new Set(aliases)]));
  const aliasesAfter = new Map(after.map(({ id, aliases }) => [id, new Set(aliases)]));
  const none: ReadonlySet<string> = new Set();
  return [...new Set([...aliasesBefore.keys(), ...aliasesAfter.keys()])].map((id) => ({
    id,
    aliases: [...(aliasesBefore.get(id) ?? none).symmetricDifference(aliasesAfter.get(id) ?? none)],
  }));
}

/**
 * Creates a function that tests whether a change of a site's brands may change the measurement of a text. Aliases are
 * found independently of each other, and a measurement depends on nothing but the text and where aliases are found. So
 * it stays the same unless the text contains an alias that is new or gone.
 */
export function createChangeTester(
  before: readonly BrandAliases[],
  after: readonly BrandAliases[],
): (text: string) => boolean {
  const find = createMentionFinder(changedAliases(before, after));
  return (text) => find(readVisibleText(text).text).length > 0;
}

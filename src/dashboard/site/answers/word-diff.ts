import { diffWordsWithSpace } from 'diff';

/** A stretch of text that is in both texts, or in only one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** The part's index among all parts. */
  index: number;
}

/** Milliseconds after which a comparison is abandoned. */
const timeout = 200;

/**
 * The least share of words that two texts must have in common, in the same order, for their differences to be marked.
 * Sample answers to different prompts have 0.03 in common (median), those of different platforms to one prompt 0.18. Below
 * 0.25, the marks cover most of both texts.
 */
const minSharedWords = 0.25;

const wordPattern = /[\p{L}\p{N}]+/gu;
const countWords = (text: string): number => text.match(wordPattern)?.length ?? 0;

/** Text that was removed, text that was added in its place, and the text that both have after it. */
interface Change {
  removed: string;
  added: string;
  same: string;
}

/** A change with the numbers of words that it replaces, at most, and that both texts have after it. */
interface CountedChange extends Change {
  changedWords: number;
  sameWords: number;
}

const countChange = (change: Change): CountedChange => ({
  ...change,
  changedWords: Math.max(countWords(change.removed), countWords(change.added)),
  sameWords: countWords(change.same),
});

/** Joins neighbouring changes if each replaces more words than are between them. */
function joinNeighbours(changes: readonly CountedChange[]): CountedChange[] {
  const joined: CountedChange[] = [];
  for (const change of changes) {
    const previous = joined.at(-1);
    const between = previous?.sameWords ?? 0;
    if (previous && between < previous.changedWords && between < change.changedWords) {
      previous.removed += previous.same + change.removed;
      previous.added += previous.same + change.added;
      previous.changedWords += between + change.changedWords;
      previous.same = change.same;
      previous.sameWords = change.sameWords;
    } else joined.push({ ...change });
  }
  return joined;
}

/**
 * Joins changes with little between them, so that a replaced sentence is one mark, instead of one mark for each word
 * between the spaces and articles that both sentences happen to have.
 */
function joinChanges(changes: readonly Change[]): CountedChange[] {
  let joined = changes.map(countChange);
  // A joined change replaces more words, so that it may join with further ones.
  for (let length = Number.POSITIVE_INFINITY; joined.length < length; ) {
    length = joined.length;
    joined = joinNeighbours(joined);
  }
  return joined;
}

const shareOf = (common: number, total: number): number => (total === 0 ? 1 : (2 * common) / total);

/** The share of words that two texts have in common in any order: never less than in the same order, but fast to count. */
function estimateSharedWords(before: string, after: string): number {
  const counts = new Map<string, number>();
  const beforeWords = before.match(wordPattern) ?? [];
  const afterWords = after.match(wordPattern) ?? [];
  for (const word of beforeWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of afterWords) {
    const count = counts.get(word) ?? 0;
    if (count > 0) common += 1;
    counts.set(word, count - 1);
  }
  return shareOf(common, beforeWords.length + afterWords.length);
}

/** `different`: the texts have too few words in common. `abandoned`: comparing them would take too long. */
export type Comparison =
  | { kind: 'marked'; parts: readonly DiffPart[] }
  | { kind: 'different' | 'abandoned' };

/** Compares two texts word by word. */
export function compareWords(before: string, after: string): Comparison {
  if (estimateSharedWords(before, after) < minSharedWords) return { kind: 'different' };
  const changes = diffWordsWithSpace(before, after, { timeout });
  if (!changes) return { kind: 'abandoned' };
  const steps: Change[] = [{ removed: '', added: '', same: '' }];
  for (const { added, removed, value } of changes) {
    let step = steps.at(-1);
    if (!step || ((added || removed) && step.same !== '')) {
      step = { removed: '', added: '', same: '' };
      steps.push(step);
    }
    if (added) step.added += value;
    else if (removed) step.removed += value;
    else step.same += value;
  }
  const joined = joinChanges(steps);
  const common = joined.reduce((sum, { sameWords }) => sum + sameWords, 0);
  if (shareOf(common, countWords(before) + countWords(after)) < minSharedWords)
    return { kind: 'different' };
  const parts = joined
    .flatMap(({ removed, added, same }): Omit<DiffPart, 'index'>[] => [
      { kind: 'removed', text: removed },
      { kind: 'added', text: added },
      { kind: 'same', text: same },
    ])
    .filter(({ text }) => text !== '');
  return { kind: 'marked', parts: parts.map((part, index) => ({ ...part, index })) };
}

/** The number of words in the parts of one kind. */
export const countWordsOfKind = (parts: readonly DiffPart[], kind: DiffPart['kind']): number =>
  parts.reduce((sum, part) => (part.kind === kind ? sum + countWords(part.text) : sum), 0);

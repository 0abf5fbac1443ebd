import { diffWordsWithSpace } from 'diff';

/** A stretch of text that is in both texts, or in only one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** The part's index among all parts. */
  index: number;
}

/** Milliseconds after which a comparison is abandoned. */
const timeout = 500;

/** Compares two texts word by word; null if that takes too long. */
export function diffWords(before: string, after: string): DiffPart[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout });
  return (
    changes?.map(({ added, removed, value }, index) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
      index,
    })) ?? null
  );
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** The number of words in the parts of one kind. */
export const countWordsOfKind = (parts: readonly DiffPart[], kind: DiffPart['kind']): number =>
  parts.reduce((sum, part) => (part.kind === kind ? sum + countWords(part.text) : sum), 0);

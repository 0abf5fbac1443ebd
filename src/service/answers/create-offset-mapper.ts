import { toNfc } from '../measure/mentions.ts';

/**
 * Matches a group of characters that normalisation never joins with characters outside it: one character with its
 * marks, or a run of characters that join without being marks (Hangul, and the vowels of Kirat Rai).
 */
const piecePattern = /(?:[\u1100-\u11ff\uac00-\ud7a3]+|[\u{16d63}-\u{16d6a}]+|\P{M})?\p{M}*/gu;

/** Where a piece begins in a text and in its NFC form. */
interface Piece {
  start: number;
  normalStart: number;
  /** Whether the piece is the same in both. */
  isUnchanged: boolean;
}

/** The index of the last piece that begins at or before an offset in the NFC form. */
function pieceIndexAt(pieces: readonly Piece[], offset: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.normalStart ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Creates a function that maps a range of a text's NFC form (see `toNfc`) to the range of the text itself, both as
 * UTF-16 offsets. If a range begins or ends within a piece (see `piecePattern`) and normalisation changes that piece,
 * the result covers the whole piece.
 */
export function createOffsetMapper(
  text: string,
): (start: number, end: number) => [start: number, end: number] {
  if (toNfc(text) === text) return (start, end) => [start, end];
  const pieces: Piece[] = [];
  let normalStart = 0;
  for (const { 0: part, index } of text.matchAll(piecePattern)) {
    const form = toNfc(part);
    pieces.push({ start: index, normalStart, isUnchanged: form === part });
    normalStart += form.length;
  }
  // Marks where the last piece ends.
  pieces.push({ start: text.length, normalStart, isUnchanged: true });

  return (start, end) => {
    const first = pieces[pieceIndexAt(pieces, start)] ?? {
      start: 0,
      normalStart: 0,
      isUnchanged: true,
    };
    const lastIndex = pieceIndexAt(pieces, end);
    const last = pieces[lastIndex] ?? first;
    const isEndInside = end > last.normalStart;
    const endOfLast = last.isUnchanged
      ? last.start + end - last.normalStart
      : pieces[lastIndex + 1]?.start;
    return [
      first.isUnchanged ? first.start + start - first.normalStart : first.start,
      isEndInside ? (endOfLast ?? text.length) : last.start,
    ];
  };
}

import type { Mark } from '../../../contract/sightline/answers.ts';

/** Where a text names a brand, as UTF-16 offsets. */
export type Place = Pick<Mark, 'brandId' | 'start' | 'end'>;

/** A piece of text, and the brand that it names, if any. */
export interface Piece {
  text: string;
  /** Where it begins in the whole text. */
  at: number;
  brandId: string | null;
  /** Whether the brand's mark begins with this piece; Markdown may split one. */
  isFirst: boolean;
}

/**
 * The marks that can be drawn: in order, within the text, and without overlap. Of two that overlap,
 * the earlier stays, or the longer if both begin together.
 */
export function usableMarks(marks: readonly Place[], length: number): Place[] {
  const keptMarks: Place[] = [];
  let freeFrom = 0;
  const sortedMarks = [...marks].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const mark of sortedMarks) {
    const { start, end } = mark;
    if (!Number.isInteger(start) || !Number.isInteger(end)) continue;
    if (start < freeFrom || end <= start || end > length) continue;
    keptMarks.push(mark);
    freeFrom = end;
  }
  return keptMarks;
}

/** Splits a piece of a text at the ends of its marks; `offset` is where the piece begins. */
export function piecesOf(text: string, offset: number, marks: readonly Place[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, mark: Place | null) => {
    if (to <= from) return;
    const isFirst = mark !== null && mark.start >= offset;
    pieces.push({
      text: text.slice(from, to),
      at: offset + from,
      brandId: mark?.brandId ?? null,
      isFirst,
    });
  };
  let doneUntil = 0;
  for (const mark of marks) {
    if (mark.end <= offset) continue;
    if (mark.start >= offset + text.length) break;
    const from = Math.max(0, mark.start - offset);
    const to = Math.min(text.length, mark.end - offset);
    add(doneUntil, from, null);
    add(from, to, mark);
    doneUntil = to;
  }
  add(doneUntil, text.length, null);
  return pieces;
}

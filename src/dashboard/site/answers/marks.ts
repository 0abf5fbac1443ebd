import type { Mark } from '../../../contract/sightline/answers.ts';

/** Where a text names a brand, as UTF-16 offsets. */
export type MarkRange = Pick<Mark, 'brandId' | 'start' | 'end'>;

/** A piece of text, and the brand that it names, if any. */
export interface Piece {
  text: string;
  /** Where it begins in the whole text. */
  at: number;
  brandId: string | null;
  /** Whether a brand's mark begins with this piece; Markdown may split a mark into several pieces. */
  isFirst: boolean;
}

/**
 * The marks that can be drawn: in order, within the text, and without overlap. Of two that overlap,
 * the earlier stays, or the longer if both begin together.
 */
export function usableMarks(marks: readonly MarkRange[], length: number): MarkRange[] {
  const keptMarks: MarkRange[] = [];
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

/** Splits part of a text at the start and end of each mark; `offset` is where the part begins in the whole text. */
export function piecesOf(text: string, offset: number, marks: readonly MarkRange[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, mark: MarkRange | null) => {
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

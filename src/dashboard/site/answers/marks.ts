import type { Mark } from '../../../contract/sightline/answers.ts';

/** Where a text names a brand, as UTF-16 offsets. */
export type MarkRange = Pick<Mark, 'brandId' | 'start' | 'end'>;

/** A piece of text, and the brand that it names, if any. */
export interface Piece {
  text: string;
  /** Where the piece begins in the whole text. */
  start: number;
  brandId: string | null;
  /** Whether a brand's mark begins with this piece; Markdown may split a mark into several pieces. */
  isFirst: boolean;
}

/**
 * Selects the marks that can be drawn: in order, within the text, and without overlap. Of two that overlap, the earlier
 * is used, or the longer if both begin together.
 */
export function selectUsableMarks(marks: readonly MarkRange[], length: number): MarkRange[] {
  const usableMarks: MarkRange[] = [];
  let previousEnd = 0;
  const sortedMarks = [...marks].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const mark of sortedMarks) {
    const { start, end } = mark;
    if (!Number.isInteger(start) || !Number.isInteger(end)) continue;
    if (start < previousEnd || end <= start || end > length) continue;
    usableMarks.push(mark);
    previousEnd = end;
  }
  return usableMarks;
}

/** Splits part of a text at the start and end of each mark; `offset` is where the part begins in the whole text. */
export function piecesOf(text: string, offset: number, marks: readonly MarkRange[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, mark: MarkRange | null) => {
    if (to <= from) return;
    const isFirst = mark !== null && mark.start >= offset;
    pieces.push({
      text: text.slice(from, to),
      start: offset + from,
      brandId: mark?.brandId ?? null,
      isFirst,
    });
  };
  let nextStart = 0;
  for (const mark of marks) {
    if (mark.end <= offset) continue;
    if (mark.start >= offset + text.length) break;
    const from = Math.max(0, mark.start - offset);
    const to = Math.min(text.length, mark.end - offset);
    add(nextStart, from, null);
    add(from, to, mark);
    nextStart = to;
  }
  add(nextStart, text.length, null);
  return pieces;
}

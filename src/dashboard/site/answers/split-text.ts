import { placeHeading } from './rehype-answer.ts';

/** A part of a text that is parsed and drawn at once. */
export interface TextPart {
  text: string;
  /** Where the part begins in the whole text, as a UTF-16 offset. */
  start: number;
}

export interface MarkdownPart extends TextPart {
  /** The level on the page of the last heading before this part. */
  headingLevel: number;
}

/** A part ends at the first suitable line after this length or this number of lines, in about a frame's work. */
const partLength = 4_000;
const partLines = 100;
/** A list is split only if it is longer than this many parts, since the split shows. */
const maxListParts = 2;

/** The level of the page's headings above an answer. */
const pageHeadingLevel = 2;

const fencePattern = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,8}(`{3,}|~{3,})/;
const headingPattern = /^(#{1,6})(?:[ \t\r]|$)/;
const listItemPattern = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t\r]|$)/;
const filledListItemPattern = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const isIndented = (line: string): boolean => /^[ \t]/.test(line);

interface Fence {
  mark: string;
  isNested: boolean;
}

/** The fence of the code block that a line is in or opens; null after the line that closes it. */
function fenceAfter(line: string, fence: Fence | null, isBlank: boolean): Fence | null {
  const [opening = '', mark] = fencePattern.exec(line) ?? [];
  // Code within a list ends with the list.
  const open = fence?.isNested && !isBlank && !isIndented(line) ? null : fence;
  if (!open) return mark === undefined ? null : { mark, isNested: opening !== mark };
  const isClosing =
    mark?.startsWith(open.mark) === true && line.trim().replaceAll(mark.charAt(0), '') === '';
  return isClosing ? null : open;
}

/** A place in a text, and the number of lines before it. */
interface Place {
  at: number;
  line: number;
}

/** Whether the text between two places is as long as a number of parts. */
const isLong = (from: Place, to: Place, partCount: number): boolean =>
  to.at - from.at >= partLength * partCount || to.line - from.line >= partLines * partCount;

/** Splits Markdown where one block ends and another begins, so that its parts can be parsed one by one. */
export function splitMarkdown(text: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let part: Place & { headingLevel: number } = { at: 0, line: 0, headingLevel: pageHeadingLevel };
  let headingLevel = pageHeadingLevel;
  let fence: Fence | null = null;
  // Where the list or its last part began that a line may continue.
  let list: Place | null = null;
  let isAfterBlank = true;
  const endPart = (at: number) =>
    parts.push({
      text: text.slice(part.at, at),
      start: part.at,
      headingLevel: part.headingLevel,
    });
  for (let at = 0, line = 0; at < text.length; line += 1) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    // Enough to recognise a line, however long it is.
    const opening = text.slice(at, Math.min(end, at + 200)).trimEnd();
    const isBlank = opening === '';
    const place = { at, line };
    if (fence === null) {
      const heading = headingPattern.exec(opening);
      const isListItem = listItemPattern.test(opening);
      const beginsBlock =
        heading !== null ||
        (isAfterBlank && !isBlank && !isIndented(opening) && !(isListItem && list));
      const splitsList =
        list !== null && filledListItemPattern.test(opening) && isLong(list, place, maxListParts);
      if (splitsList || (beginsBlock && isLong(part, place, 1))) {
        endPart(at);
        part = { ...place, headingLevel };
      }
      if (splitsList) list = place;
      if (heading) headingLevel = placeHeading(heading[1]?.length ?? 1, headingLevel);
      if (isListItem) list ??= place;
      else if (beginsBlock) list = null;
    }
    fence = fenceAfter(opening, fence, isBlank);
    isAfterBlank = isBlank;
    at = end;
  }
  endPart(text.length);
  return parts;
}

/** Splits plain text at line breaks if possible, or else at spaces, so that its parts can be laid out one by one. */
export function splitPlainText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = start + 2 * partLength;
    const lineEnd = text.lastIndexOf('\n', limit);
    const cut = lineEnd > start ? lineEnd : text.lastIndexOf(' ', limit);
    const end = limit >= text.length ? text.length : cut > start ? cut + 1 : limit;
    parts.push({ text: text.slice(start, end), start });
    start = end;
  }
  return parts;
}

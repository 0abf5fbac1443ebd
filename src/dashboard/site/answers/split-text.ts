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
/** A list is split only if it is this many times as long, since a split shows. */
const listFactor = 2;

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

/** Splits Markdown where one block ends and another begins, so that its parts can be parsed one by one. */
export function splitMarkdown(text: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let part = { start: 0, lines: 0, headingLevel: pageHeadingLevel };
  let headingLevel = pageHeadingLevel;
  let fence: Fence | null = null;
  let isInList = false;
  let isAfterBlank = true;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    // Enough to recognise a line, however long it is.
    const line = text.slice(at, Math.min(end, at + 200)).trimEnd();
    const isBlank = line === '';
    const isOutsideCode = fence === null;
    const heading = isOutsideCode ? headingPattern.exec(line) : null;
    const isListItem = isOutsideCode && listItemPattern.test(line);
    const isLong = (factor: number) =>
      at - part.start >= partLength * factor || part.lines >= partLines * factor;
    const beginsBlock =
      heading !== null || (isAfterBlank && !isBlank && !isListItem && !isIndented(line));
    const continuesList = isInList && filledListItemPattern.test(line);
    const canSplit = (beginsBlock && isLong(1)) || (continuesList && isLong(listFactor));
    if (isOutsideCode && canSplit) {
      parts.push({
        text: text.slice(part.start, at),
        start: part.start,
        headingLevel: part.headingLevel,
      });
      part = { start: at, lines: 0, headingLevel };
    }
    if (heading) headingLevel = placeHeading(heading[1]?.length ?? 1, headingLevel);
    if (isListItem) isInList = true;
    else if (beginsBlock) isInList = false;
    fence = fenceAfter(line, fence, isBlank);
    isAfterBlank = isBlank;
    part.lines += 1;
    at = end;
  }
  parts.push({ text: text.slice(part.start), start: part.start, headingLevel: part.headingLevel });
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

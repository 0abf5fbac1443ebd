import {
  characterReference,
  decodeCharacterReferences,
} from '../../../contract/answer-text/character-references.ts';
import { escapePattern } from '../../../contract/answer-text/markdown-patterns.ts';
import type { MarkRange } from './marks.ts';

/** Where each UTF-16 unit of a node's text comes from: offsets of the Markdown; ends are exclusive. */
export interface MarkdownOffsets {
  starts: readonly number[];
  ends: readonly number[];
}

interface MarkdownRange {
  text: string;
  from: number;
  to: number;
  /** Whether the node is code, in which nothing is escaped. */
  isCode: boolean;
}

const referenceHere = new RegExp(characterReference.source, 'iy');
const escapeHere = new RegExp(escapePattern.source, 'y');

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** What the Markdown has at an offset: its length there, and the text that it stands for. */
function readMarkdown(
  { text: markdown, isCode }: MarkdownRange,
  at: number,
): { length: number; text: string } {
  const character = markdown.charAt(at);
  if (!isCode && character === '&') {
    const [reference] = matchAt(referenceHere, markdown, at) ?? [];
    const decoded = reference === undefined ? '' : decodeCharacterReferences(reference);
    if (reference !== undefined && decoded !== reference)
      return { length: reference.length, text: decoded };
  }
  if (!isCode && character === '\\') {
    const [, escaped] = matchAt(escapeHere, markdown, at) ?? [];
    if (escaped !== undefined) return { length: 2, text: escaped };
  }
  // The parser replaces NUL, and line breaks within code.
  if (character === '\0') return { length: 1, text: '\uFFFD' };
  return { length: 1, text: character };
}

const isSame = (character: string, value: string, { isCode }: MarkdownRange): boolean =>
  value === character || (isCode && value === ' ' && /[\r\n]/.test(character));

/**
 * Finds where the text of a node is in the Markdown, which also holds escapes, character references and, at line breaks,
 * the markers of quotes and indentation.
 * @returns null if the Markdown does not hold the text in order
 */
export function findMarkdownOffsets(value: string, range: MarkdownRange): MarkdownOffsets | null {
  const { text: markdown, from, to, isCode } = range;
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (start: number, end: number) => {
    starts.push(start);
    ends.push(end);
  };
  const isExact = isCode || to - from === value.length;
  const exact = isExact ? markdown.slice(from, to).indexOf(value) : -1;
  if (exact >= 0) {
    for (let unit = 0; unit < value.length; unit += 1)
      add(from + exact + unit, from + exact + unit + 1);
    return { starts, ends };
  }
  let at = from;
  while (starts.length < value.length) {
    if (at >= to) return null;
    const { length, text } = readMarkdown(range, at);
    const isMatch =
      value.startsWith(text, starts.length) || isSame(text, value.charAt(starts.length), range);
    if (isMatch) for (let unit = 0; unit < text.length; unit += 1) add(at, at + length);
    at += length;
  }
  return { starts, ends };
}

/**
 * Converts marks of the Markdown to marks of a node's text; those outside of it are left out.
 * @param marks in ascending order, without overlap
 */
export function toNodeMarks(
  { starts, ends }: MarkdownOffsets,
  marks: readonly MarkRange[],
): MarkRange[] {
  const nodeMarks: MarkRange[] = [];
  const nodeStart = starts[0] ?? 0;
  let unit = 0;
  for (const { brandId, start, end } of marks) {
    while ((ends[unit] ?? Number.POSITIVE_INFINITY) <= start) unit += 1;
    const first = unit;
    while ((starts[unit] ?? Number.POSITIVE_INFINITY) < end) unit += 1;
    // Negative for a mark that began in an earlier node.
    if (unit > first) nodeMarks.push({ brandId, start: start < nodeStart ? -1 : first, end: unit });
  }
  return nodeMarks;
}

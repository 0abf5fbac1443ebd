import { findHiddenMarkdown, type TextRange } from './hidden-markdown.ts';

/**
 * What platforms write for their own pages and never show as text: ChatGPT's citations and cards, which it encloses in
 * private-use characters, its older forms of citations, and pictures that are written out as data. A group cut off by
 * the end of the text counts too.
 */
const hiddenPattern =
  /^\uFEFF|\uE200([^\uE200\uE201]{0,2000})(?:\uE201|$)|\uE202turn\d{1,4}[a-z]{1,20}\d{1,4}|【\d{1,4}(?::\d{1,4})?†[^【】\n]{0,100}】|:contentReference\[oaicite:\d{1,4}\]\{index=\d{1,4}\}|data:image\/[\w.+-]{1,40}[;,][^\s)"'>]*|[\uE000-\uF8FF]/g;

/** Groups that stand for words of the sentence: a link with its label, or an entity with its category and its name. */
const labelPattern =
  /^(?:url|video)\uE202([^\uE202]+)|^entity\uE202(?:\["[^"]*",\s*"([^"]+)"|([^[].*))/dsu;

/** Where a group has words of the sentence; null if it only points to a source. */
function findLabel(group: string, start: number): TextRange | null {
  const range = labelPattern
    .exec(group)
    ?.indices?.slice(1)
    .find((indices) => indices);
  return range ? { start: start + range[0], end: start + range[1] } : null;
}

/** What platforms never show, in order and without gaps between neighbours. */
function findPlatformRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  const add = (start: number, end: number) => {
    const last = ranges.at(-1);
    if (last?.end === start) last.end = end;
    else if (end > start) ranges.push({ start, end });
  };
  for (const { 0: match, 1: group, index } of text.matchAll(hiddenPattern)) {
    const end = index + match.length;
    const label = group === undefined ? null : findLabel(group, index + 1);
    add(index, label?.start ?? end);
    if (label) add(label.end, end);
  }
  return ranges;
}

const unshownPattern = /<(?:!--|script|style|title)/i;

/** Comments, scripts, styles and titles, with their first character. */
const findUnshown = (text: string): TextRange[] =>
  unshownPattern.test(text)
    ? findHiddenMarkdown(text)
        .map(({ start, end }) => ({ start: start - 1, end }))
        .filter(
          ({ start }) => text.slice(start, start + '<script'.length).search(unshownPattern) === 0,
        )
    : [];

/** Joins ranges of two lists in order, so that none overlap. */
function mergeRanges(ranges: readonly TextRange[], others: readonly TextRange[]): TextRange[] {
  if (others.length === 0) return [...ranges];
  const merged: TextRange[] = [];
  for (const { start, end } of [...ranges, ...others].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Characters before which no space belongs once a citation between them is gone. */
const isTight = (character: string | undefined): boolean =>
  character === undefined || /[\s.,;:!?)\]]/.test(character);

/** The parts of an answer's text that its platform shows, in order. They are Markdown without comments and scripts. */
export function findVisibleRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const hidden of mergeRanges(findPlatformRanges(text), findUnshown(text))) {
    const hasSpaceBefore = hidden.start > start && text[hidden.start - 1] === ' ';
    const end = hasSpaceBefore && isTight(text[hidden.end]) ? hidden.start - 1 : hidden.start;
    if (end > start) ranges.push({ start, end });
    start = hidden.end;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}

/** What a reader sees of an answer's text, and where it is in the text. */
export interface ReadText {
  text: string;
  /** Converts the offset of a character of the text that is read to that in the whole text. */
  toSource: (offset: number) => number;
}

/**
 * Leaves out of an answer's text what no reader sees: see `findHiddenMarkdown` and `findVisibleRanges`. A character
 * stays of each part, so that the words on both sides do not join.
 */
export function readVisibleText(text: string): ReadText {
  const platformRanges = findPlatformRanges(text).map(({ start, end }) => ({
    start: start + 1,
    end,
  }));
  const hidden = mergeRanges(platformRanges, findHiddenMarkdown(text));
  if (hidden.length === 0) return { text, toSource: (offset) => offset };
  const parts: string[] = [];
  const shifts: { from: number; shift: number }[] = [];
  let length = 0;
  let at = 0;
  for (const { start, end } of [...hidden, { start: text.length, end: text.length }]) {
    shifts.push({ from: length, shift: at - length });
    parts.push(text.slice(at, start));
    length += start - at;
    at = end;
  }
  const toSource = (offset: number) =>
    offset + (shifts[upperBound(shifts, offset) - 1]?.shift ?? 0);
  return { text: parts.join(''), toSource };
}

/** The number of entries that begin at an offset or before it. */
function upperBound(entries: readonly { from: number }[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.from ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const joinRanges = (text: string, ranges: readonly TextRange[]): string =>
  ranges.map(({ start, end }) => text.slice(start, end)).join('');

/** Converts ascending offsets in a text to offsets in its joined ranges. */
export function createOffsetConverter(ranges: readonly TextRange[]): (offset: number) => number {
  let index = 0;
  let lengthBefore = 0;
  let previousOffset = 0;
  return (offset) => {
    if (offset < previousOffset) {
      index = 0;
      lengthBefore = 0;
    }
    previousOffset = offset;
    for (let range = ranges[index]; range && range.end <= offset; range = ranges[index]) {
      lengthBefore += range.end - range.start;
      index += 1;
    }
    return lengthBefore + Math.max(0, offset - (ranges[index]?.start ?? offset));
  };
}

/** Part of a text, as UTF-16 offsets. `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

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

/** The parts that are not shown, in order and without gaps between neighbours. */
function findHiddenRanges(text: string): TextRange[] {
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

/** Characters before which no space belongs once a citation between them is gone. */
const isTight = (character: string | undefined): boolean =>
  character === undefined || /[\s.,;:!?)\]]/.test(character);

/** The parts of an answer's text that its platform shows, in order. */
export function findVisibleRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const hidden of findHiddenRanges(text)) {
    const hasSpaceBefore = hidden.start > start && text[hidden.start - 1] === ' ';
    const end = hasSpaceBefore && isTight(text[hidden.end]) ? hidden.start - 1 : hidden.start;
    if (end > start) ranges.push({ start, end });
    start = hidden.end;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
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

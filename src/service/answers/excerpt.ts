import { decodeCharacterReferences } from '../../contract/answer-text/character-references.ts';
import { tagPattern } from '../../contract/answer-text/hidden-markdown.ts';
import {
  encodeEscapes,
  lineBreakTag,
  linkDefinitionPattern,
  linkPattern,
  linkTargetPattern,
} from '../../contract/answer-text/markdown-patterns.ts';
import {
  createOffsetConverter,
  findVisibleRanges,
  joinRanges,
} from '../../contract/answer-text/visible-ranges.ts';

/** The maximum length of an excerpt, in UTF-16 code units, without the ellipses. */
const maxExcerptLength = 240;
/** The maximum length of the text before the mention, unless the text after it is short. */
const maxLeadLength = 80;
/** How much text on each side of the mention is converted, in UTF-16 code units; generous, since links may be long. */
const maxContextLength = 4_000;

/** Marks where the mention begins while Markdown is removed; a noncharacter, which no text needs. */
const mentionMarker = '\uFFFF';

/** Marks where the number of a source or note was; a noncharacter, too. */
const noteMarker = '\uFFFE';
/** Numbers that were removed before punctuation, and the spaces before them. */
const notesBeforePunctuation = /(?<!\uFFFE ?)(?: ?\uFFFE)+(?=[.,;:!?)])/g;

/** A web address or a data URL, without the punctuation after it, and a space that would remain before that. */
const addressPattern =
  /(?: (?=\S+[.,;:!?)](?:\s|$)))?(?:\bhttps?:\/\/|\bwww\.|\bdata:[\w.+-]{1,40}\/[\w.+-]{1,40}[;,])[^\s<>\uFFFF]*(?:\uFFFF[^\s<>]*)?(?<![.,;:!?)\]}'"*_])/giu;
/** A link or picture that the end of the text cuts off. */
const cutLinkPattern = /(?:!?\[){1,2}([^\][]{0,500})(?:\]\([^()\s]*(?:\s[^()]{0,500})?)?$/;
/** Numbers that refer to sources or notes. */
const sourceNumberPattern = /\[\d{1,3}\](?![(:])/g;
const referencePattern = /\[(?!\d{1,3}\])([^\][\n]{1,500})\]\[[^\][\n]{0,200}\]/g;
const ruleOrTableLine = /^(?=[^\n]*-)[ \t|:-]+$/gm;
const footnotePattern = /\[\^[^\]\s]{1,100}\]:?/g;

/** Keeps only the marker of a mention from text that is removed. */
const keepMarker = (removed: string): string =>
  removed.includes(mentionMarker) ? mentionMarker : '';
const keepLabel = (_: string, label: string, target: string): string =>
  (/^\d{1,3}$/.test(label) ? noteMarker : label) + keepMarker(target);

/** Removes addresses, tags, Markdown syntax and line breaks from a text, but keeps `mentionMarker`. */
const toPlainText = (markdown: string): string =>
  decodeCharacterReferences(
    encodeEscapes(markdown)
      .replace(referencePattern, '$1')
      .replace(sourceNumberPattern, noteMarker)
      .replace(linkPattern, keepLabel)
      // A picture may be the label of a link, which is a link of its own only now.
      .replace(linkPattern, keepLabel)
      .replace(linkTargetPattern, keepMarker)
      .replace(cutLinkPattern, '$1')
      .replace(linkDefinitionPattern, keepMarker)
      .replace(footnotePattern, (note) => noteMarker + keepMarker(note))
      .replace(ruleOrTableLine, '')
      .replace(lineBreakTag, ' ')
      .replace(tagPattern, keepMarker)
      .replace(/^(\uFFFF?)[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, '$1')
      .replace(/\*+|`+|~~|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
      .replace(/\|/g, ' '),
  )
    .replace(addressPattern, keepMarker)
    .replace(/<>|\(\)/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(notesBeforePunctuation, '')
    .replaceAll(noteMarker, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Whether a character may be part of an address or of data. */
function isInAddress(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit > 0x20 && unit < 0x7f;
}

function findRunStart(text: string, at: number, limit: number): number {
  let start = at;
  while (start > limit && isInAddress(text, start - 1)) start -= 1;
  return start;
}

function findRunEnd(text: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && isInAddress(text, end)) end += 1;
  return end;
}

/** Where a text may begin after a cut: after what may be the rest of an address, of data or of a citation. */
function skipCutStart(text: string, start: number, mention: number): number {
  if (start === 0) return 0;
  const runEnd = findRunEnd(text, start, mention);
  const [rest = ''] = /(?<=\))[a-z’']*$/i.exec(text.slice(start, runEnd)) ?? [];
  const at = runEnd - rest.length;
  const groupEnd = text.slice(at, mention).search(/[\uE200\uE201]/);
  return groupEnd >= 0 && text[at + groupEnd] === '\uE201' ? at + groupEnd + 1 : at;
}

/** Where a text may end before a cut: before what may be the beginning of an address or of data. */
function skipCutEnd(text: string, mention: number, end: number): number {
  if (end >= text.length) return text.length;
  const runStart = findRunStart(text, end, mention);
  // The label of a link may stay.
  const label = text.slice(runStart, end).indexOf('](');
  return label === -1 ? runStart : runStart + label;
}

/** Moves the place of a mention out of an address or data: to where it begins, or to its end if that is too far away. */
function moveOutOfAddress(text: string, mention: number): number {
  const limit = Math.max(0, mention - maxContextLength);
  const start = findRunStart(text, mention, limit);
  const end = findRunEnd(text, mention, text.length);
  if (start === limit && limit > 0) return end;
  return /:\/|www\.|data:/i.test(text.slice(start, end)) ? start : mention;
}

/** Cuts the end of a text at the last space that fits, unless that space is in the first half. */
function cutEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  const space = cut.lastIndexOf(' ');
  const end = space > length / 2 ? space : length;
  return `${cut
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** Cuts the start of a text at the first space that fits, unless that space is in the second half. */
function cutStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(-length - 1);
  const space = cut.indexOf(' ');
  const start = space >= 0 && space < length / 2 ? space + 1 : 1;
  return `…${cut.slice(start).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/**
 * Plain text around a place in an answer's text, which may be Markdown: one line, cut at word boundaries where possible,
 * without the addresses and data of links and pictures.
 * @param foundAt where the text mentions the tracked brand, as a UTF-16 offset; 0 for the opening.
 */
export function excerptOf(text: string, foundAt: number): string {
  const mention = moveOutOfAddress(text, foundAt);
  const start = skipCutStart(text, Math.max(0, mention - maxContextLength), mention);
  const end = skipCutEnd(text, mention, mention + maxContextLength);
  const part = text.slice(start, end).replace(/[\uFFFE\uFFFF]/g, ' ');
  const ranges = findVisibleRanges(part);
  const visible = joinRanges(part, ranges);
  const at = createOffsetConverter(ranges)(mention - start);
  const marked = `${visible.slice(0, at)}${mentionMarker}${visible.slice(at)}`;
  const [plainHead = '', markedTail = ''] = toPlainText(marked).split(mentionMarker);
  const plainTail = /(?:^| )$/.test(plainHead) ? markedTail.trimStart() : markedTail;
  const lead = cutStart(plainHead, Math.max(maxLeadLength, maxExcerptLength - plainTail.length));
  const opening = start > 0 && !lead.startsWith('…') ? `…${lead}` : lead;
  const rest = cutEnd(
    plainTail,
    Math.max(maxExcerptLength - opening.length, maxExcerptLength - maxLeadLength),
  );
  return `${opening}${rest}${end < text.length && !rest.endsWith('…') ? '…' : ''}`;
}

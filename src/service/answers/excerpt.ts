/** The maximum length of an excerpt, in UTF-16 code units, without the ellipses. */
const maxExcerptLength = 240;
/** The maximum length of the text before the mention, unless the text after it is short. */
const maxLeadLength = 80;
/** How much text on each side of the mention is converted, in UTF-16 code units; generous, since links may be long. */
const maxContextLength = 4_000;

/** Marks where the mention begins while Markdown is removed; a noncharacter, which no text needs. */
const mentionMarker = '\uFFFF';

const linkPattern = /!?\[([^\][]{0,500})\](\([^()\s]*(?:\s[^()]*)?\))/g;

/** Removes Markdown syntax and line breaks from a text, but keeps `mentionMarker`. */
const toPlainText = (markdown: string): string =>
  markdown
    .replace(
      linkPattern,
      (_, label: string, url: string) => label + (url.includes(mentionMarker) ? mentionMarker : ''),
    )
    .replace(/^(\uFFFF?)[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, '$1')
    .replace(/\*+|`+|~~|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\|/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

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
 * Plain text around a place in an answer's text, which may be Markdown: one line, cut at word boundaries
 * where possible.
 * @param mention where the text mentions the tracked brand, as a UTF-16 offset; 0 for the opening.
 */
export function excerptOf(text: string, mention: number): string {
  const start = Math.max(0, mention - maxContextLength);
  const [head, tail] = [
    text.slice(start, mention),
    text.slice(mention, mention + maxContextLength),
  ].map((part) => part.replaceAll(mentionMarker, ' '));
  const [plainHead = '', plainTail = ''] = toPlainText(`${head}${mentionMarker}${tail}`).split(
    mentionMarker,
  );
  const opening = cutStart(plainHead, Math.max(maxLeadLength, maxExcerptLength - plainTail.length));
  return `${opening}${cutEnd(plainTail, Math.max(maxExcerptLength - opening.length, maxExcerptLength - maxLeadLength))}`;
}

/** The maximum length of an excerpt, in UTF-16 units, without the ellipses. */
const longest = 240;
/** How much of it may come before the mention. */
const before = 80;
/** How much of a text around the mention is made plain: links may be long. */
const reach = 4_000;

/** Takes the syntax of Markdown and line breaks out of a text. */
const toPlain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\][]{0,500})\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*])[ \t]+/gm, '')
    .replace(/\*+|`+|~~|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\|/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Cuts at the last space, unless a word fills half of the text. */
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

/** Cuts the start at the first space, unless a word fills half of the text. */
function cutStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(-length - 1);
  const space = cut.indexOf(' ');
  const start = space >= 0 && space < length / 2 ? space + 1 : 1;
  return `…${cut.slice(start).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/**
 * Plain text around a place of an answer's text, which may be Markdown: one line, cut at word borders.
 * @param mention where the text mentions the tracked brand, as a UTF-16 offset; 0 for the opening.
 */
export function excerptOf(text: string, mention: number): string {
  const start = Math.max(0, mention - reach);
  // Made plain in two parts, since the place of the mention would move; a mark keeps the space between them.
  const [head, tail] = [text.slice(start, mention), text.slice(mention, mention + reach)];
  const whole = toPlain(`${head}\uFFFF${tail}`);
  const at = whole.indexOf('\uFFFF');
  const [plainHead, plainTail] = [whole.slice(0, at), whole.slice(at + 1)];
  const opening = cutStart(plainHead, Math.max(before, longest - plainTail.length));
  return `${opening}${cutEnd(plainTail, Math.max(longest - opening.length, longest - before))}`;
}

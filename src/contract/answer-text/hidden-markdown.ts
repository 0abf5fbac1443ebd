/** Part of a text, as UTF-16 offsets. `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Elements whose tags are hidden. Other words in angle brackets, such as `<String>`, are text. */
const elementNames =
  'a|abbr|article|aside|b|big|blockquote|body|br|button|caption|center|cite|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video';

const attributes = String.raw`\s[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*`;
const tag = `/?(?:${elementNames})(?:${attributes})?/?`;
export const tagPattern = new RegExp(`<${tag}>`, 'gi');

/**
 * The source of a pattern for what Markdown does not show. Each match begins with a group that is shown nevertheless:
 * code, an escape, the line before a definition, or syntax that keeps the words on both sides apart.
 *
 * RE2, which ClickHouse uses, has no lookahead. JavaScript needs one to read comments without an end in linear time.
 */
function createSource(engine: 'JavaScript' | 'RE2'): string {
  const lineEnd = engine === 'RE2' ? '(?m:$)' : String.raw`(?=\n|$)`;
  const comment = engine === 'RE2' ? String.raw`[\s\S]*?` : String.raw`(?:(?!<!--)[\s\S])*?`;
  const fence = '`{3}';
  const title = String.raw`(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()]*\))`;
  const path = String.raw`[^\s()]*(?:\([^\s()]*\)[^\s()]*){0,8}`;
  const target = String.raw`[ \t\n]*(?:<[^<>\n]*>|[^\s()<]${path}|\([^\s()]*\)${path})(?:[ \t\n]+${title})?[ \t\r\n]*`;
  const definition = String.raw` {0,3}\[[^\]\[\n^][^\]\[\n]{0,199}\]:[ \t]*(?:\n[ \t]*)?\S+(?:[ \t]+${title}|[ \t]*\n[ \t]*${title})?[ \t\r]*${lineEnd}`;
  return [
    String.raw`(${fence}[\s\S]*?(?:${fence}|$)|(?:^|\n)[ \t>]*~~~[\s\S]*?(?:\n[ \t>]*~~~|$)|\x60\x60[^\n]*?\x60\x60|\x60[^\x60\n]*\x60|\\[!-/:-@\[-\x60{-~])`,
    String.raw`(^|\n[ \t\r]*\n|(?:^|\n)#{1,6} [^\n]*\n)${definition}(?:[\r\n]+${definition})*`,
    String.raw`(\]\()${target}\)`,
    `(<)(?:!--${comment}--|${tag})>`,
    String.raw`(\[\^)[^\]\s]{1,100}\]`,
  ].join('|');
}

const hiddenMarkdown = new RegExp(createSource('JavaScript'), 'gi');
/** For ClickHouse's `replaceRegexpAll`, with `shownGroups` as the replacement. */
export const hiddenMarkdownForRe2 = `(?i)${createSource('RE2')}`;
export const shownGroups = String.raw`\1\2\3\4\5`;

/** What a text with hidden parts has somewhere; most texts without links have nothing of it. */
const mayHide = /\][(:]|\[\^|<[a-z/!]/i;

/**
 * Finds what readers of Markdown do not see: the targets and titles of links, definitions of links, comments, tags, and
 * the labels of notes. The character before each range separates what is on both sides of it.
 */
export function findHiddenMarkdown(text: string): TextRange[] {
  if (!mayHide.test(text)) return [];
  const ranges: TextRange[] = [];
  for (const { 0: match, 1: code, 2: before, 3: link, 4: tag, 5: note, index } of text.matchAll(
    hiddenMarkdown,
  )) {
    const shown = code ?? before ?? link ?? tag ?? note ?? '';
    const start = index + shown.length;
    const end = index + match.length;
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}

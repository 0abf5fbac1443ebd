/** Part of a text, as UTF-16 offsets. `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Writes letters in both cases, since RE2 counts `ſ` as an `s` where it ignores case. */
const inAnyCase = (names: string): string =>
  names.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Elements whose tags are hidden. Other words in angle brackets, such as `<String>`, are text. */
const elementNames = inAnyCase(
  'a|abbr|article|aside|audio|b|big|blockquote|body|br|button|caption|center|cite|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|p|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|tr|tt|u|ul|var|video',
);
/** Elements whose contents browsers do not show. */
const unshownNames = ['script', 'style', 'title'];

// Tags as CommonMark defines them. Classes are written out, since `\s` differs between JavaScript and RE2.
const space = String.raw`(?:[ \t]+(?:\r?\n[ \t]*)?|\r?\n[ \t]*)`;
const quotedBy = (quote: string): string =>
  String.raw`${quote}[^${quote}\n]*(?:\n[ \t\r]*[^${quote} \t\r\n][^${quote}\n]*)*(?:\n[ \t\r]*)?${quote}`;
const value = String.raw`(?:${quotedBy('"')}|${quotedBy("'")}|[^ \t\r\n"'=<>\x60]+)`;
const attributes = String.raw`(?:${space}[a-zA-Z_:][\w.:-]*(?:${space}?=${space}?${value})?)*${space}?`;
const tag = `(?:(?:${elementNames})${attributes}/?|/(?:${elementNames})${space}?)`;
export const tagPattern = new RegExp(`<${tag}>`, 'g');

/**
 * The source of a pattern for what Markdown does not show. Each match begins with a group that is shown nevertheless:
 * code, an escape, the line before a definition, or syntax that keeps the words on both sides apart.
 *
 * RE2, which ClickHouse uses, has no lookahead. It reads to the end of contents that are not shown in linear time;
 * JavaScript only finds where they begin, as `contents`.
 */
function createSource(engine: 'JavaScript' | 'RE2'): string {
  const lineEnd = engine === 'RE2' ? '(?m:$)' : String.raw`(?=\n|$)`;
  const unshown =
    engine === 'RE2'
      ? [
          String.raw`!--[\s\S]*?-->`,
          ...unshownNames
            .map(inAnyCase)
            .map((name) => String.raw`${name}${attributes}>[\s\S]*?</${name}${space}?>`),
        ].join('|')
      : `(?<contents>!--|(?:${inAnyCase(unshownNames.join('|'))})${attributes}>)`;
  const fence = '`{3}';
  const visible = String.raw`[^\x00-\x20\x7f]`;
  const title = String.raw`(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()]*\))`;
  const part = String.raw`[^\x00-\x20\x7f()]*`;
  const path = String.raw`${part}(?:\(${part}\)${part}){0,8}`;
  const target = String.raw`[ \t\n]*(?:<[^<>\n]*>|[^\x00-\x20\x7f()<]${path}|\(${part}\)${path})(?:[ \t\n]+${title})?[ \t\r\n]*`;
  const definition = String.raw` {0,3}\[[^\]\[\n^][^\]\[\n]*\]:[ \t]*(?:\n[ \t]*)?${visible}+(?:[ \t]+${title}|[ \t]*\n[ \t]*${title})?[ \t\r]*${lineEnd}`;
  return [
    String.raw`(${fence}[\s\S]*?(?:${fence}|$)|(?:^|\n)[ \t>]*~~~[\s\S]*?(?:\n[ \t>]*~~~|$)|\x60\x60[^\n]*?\x60\x60|\x60[^\x60\n]*\x60|\\[!-/:-@\[-\x60{-~])`,
    String.raw`(^|\n[ \t\r]*\n|(?:^|\n)#{1,6} [^\n]*\n)${definition}(?:[\r\n]+${definition})*`,
    String.raw`(\]\()${target}\)`,
    `(<)(?:!---?>|${unshown}|${tag}>)`,
    String.raw`(\[\^)[^\]\[\x00-\x20\x7f]+\]`,
  ].join('|');
}

const hiddenMarkdown = new RegExp(createSource('JavaScript'), 'g');
/** For ClickHouse's `replaceRegexpAll`, with `shownGroups` as the replacement. */
export const hiddenMarkdownForRe2 = createSource('RE2');
export const shownGroups = String.raw`\1\2\3\4\5`;

/** Creates a function that finds the end of contents after an offset; null without one, which it looks for only once. */
function createEndFinder(text: string): (opening: string, from: number) => number | null {
  const missing = new Set<string>();
  return (opening, from) => {
    const [name = '--'] = /^[a-z]+/i.exec(opening.toLowerCase()) ?? [];
    if (missing.has(name)) return null;
    const end = new RegExp(name === '--' ? '-->' : `</${name}${space}?>`, 'gi');
    end.lastIndex = from;
    if (end.test(text)) return end.lastIndex;
    missing.add(name);
    return null;
  };
}

/** What a text with hidden parts has somewhere; most texts without links have nothing of it. */
const mayHide = /\][(:]|\[\^|<[a-z/!]/i;

/**
 * Finds what readers of Markdown do not see: the targets and titles of links, definitions of links, comments, tags, the
 * contents of scripts, styles and titles, and the labels of notes. The character before each range separates what is on
 * both sides of it.
 */
export function findHiddenMarkdown(text: string): TextRange[] {
  if (!mayHide.test(text)) return [];
  const ranges: TextRange[] = [];
  const findEnd = createEndFinder(text);
  hiddenMarkdown.lastIndex = 0;
  for (let match = hiddenMarkdown.exec(text); match; match = hiddenMarkdown.exec(text)) {
    const { 0: whole, 1: code, 2: before, 3: link, 4: opening, index, groups } = match;
    const shown = code ?? before ?? link ?? opening ?? '[^';
    const start = index + shown.length;
    const contents = groups?.['contents'];
    let end = index + whole.length;
    if (contents !== undefined) {
      const contentsEnd = findEnd(contents, end);
      const isTag = !/^(?:!--|title)/i.test(contents);
      end = contentsEnd ?? (isTag ? end : start);
      hiddenMarkdown.lastIndex = end;
    }
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}

import type { ExtraProps } from 'react-markdown';
import { tagPattern } from '../../../contract/answer-text/hidden-markdown.ts';
import { findMarkdownOffsets, toNodeMarks } from './markdown-offsets.ts';
import { type MarkRange, type Piece, piecesOf, selectUsableMarks } from './marks.ts';
import { hostOf } from './web-address.ts';

type Element = NonNullable<ExtraProps['node']>;
/** An HTML tag of the text, which is not parsed. */
interface Raw {
  type: 'raw';
  value: string;
  position?: Element['position'];
}
type Content = Element['children'][number] | Raw;
/** What elements and the whole document have in common. */
interface Parent {
  children: Content[];
}

interface Options {
  /** The Markdown that the tree was parsed from. */
  text: string;
  marks: readonly MarkRange[];
  /** The level of the last heading before this text, on the page. */
  headingLevel: number;
}

const createElement = (tagName: string, children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

const isElement = (node: Content): node is Element => node.type === 'element';

const lineBreakTag = /^<br\s*\/?>$/i;
const openingScriptTag = /^<(su[bp])(?:\s[^>]*)?>$/i;

/** Tags within a line, which do not separate words. */
const inlineTag =
  /^<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|su[bp]|tt|u|var)[\s/>]/i;

/** What is shown of a tag that becomes no element: words in angle brackets are text, unless they are a tag of HTML. */
function textOfTag(value: string): string {
  if (value.replace(tagPattern, '') !== '') return value;
  return inlineTag.test(value) ? '' : ' ';
}

/** The index of the tag that closes a `sup` or `sub`, from an index on; -1 if there is none among the nodes. */
const findClosingTag = (nodes: readonly Content[], name: string, from: number): number =>
  nodes.findIndex(
    (node, index) =>
      index >= from && node.type === 'raw' && node.value.toLowerCase() === `</${name}>`,
  );

/** Turns the few tags that platforms write in Markdown into elements, and removes the others of HTML. */
function convertTags(parent: Parent): void {
  const nodes = parent.children;
  const converted: Content[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) continue;
    if (isElement(node)) convertTags(node);
    if (node.type !== 'raw') {
      converted.push(node);
      continue;
    }
    const name = openingScriptTag.exec(node.value)?.[1]?.toLowerCase();
    const end = name === undefined ? -1 : findClosingTag(nodes, name, index + 1);
    if (lineBreakTag.test(node.value)) converted.push(createElement('br', []));
    else if (name !== undefined && end >= 0) {
      const inner: Parent = { children: nodes.slice(index + 1, end) };
      convertTags(inner);
      converted.push(
        createElement(
          name,
          inner.children.filter((child) => child.type !== 'raw'),
        ),
      );
      index = end;
    } else converted.push({ ...node, type: 'text', value: textOfTag(node.value) });
  }
  parent.children = converted;
}

function toNode({ text, brandId, isFirst }: Piece): Content {
  const textNode = { type: 'text', value: text } as const;
  if (brandId === null) return textNode;
  const properties = { dataBrand: brandId, dataFirst: isFirst };
  return { type: 'element', tagName: 'mark', properties, children: [textNode] };
}

/** Wraps brand names in `mark` elements. @param range where the parent is in the Markdown, as UTF-16 offsets */
function markWithin(
  parent: Parent,
  options: Pick<Options, 'text' | 'marks'>,
  range: { from: number; to: number; isCode: boolean },
): void {
  const { text: markdown, marks } = options;
  // Some nodes have no position, such as the text of a code block; they follow the node before them.
  let { from } = range;
  parent.children = parent.children.flatMap((child): Content[] => {
    const childRange = {
      from: child.position?.start.offset ?? from,
      to: child.position?.end.offset ?? range.to,
      isCode: range.isCode,
    };
    from = child.position?.end.offset ?? from;
    if (isElement(child)) {
      markWithin(child, options, {
        ...childRange,
        isCode: range.isCode || child.tagName === 'code',
      });
      return [child];
    }
    if (child.type !== 'text' || child.value.trim() === '') return [child];
    const offsets = findMarkdownOffsets(child.value, { text: markdown, ...childRange });
    if (!offsets) return [child];
    if (!child.position) from = offsets.ends.at(-1) ?? from;
    return piecesOf(child.value, 0, toNodeMarks(offsets, marks)).map(toNode);
  });
}

/** Moves an answer's headings below the page's two heading levels, without skipping a level. */
function placeHeadings(parent: Parent, previous: { level: number }): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    const [, level] = /^h([1-6])$/.exec(child.tagName) ?? [];
    if (level !== undefined) {
      previous.level = placeHeading(Number(level), previous.level);
      child.tagName = `h${previous.level}`;
    }
    placeHeadings(child, previous);
  }
}

/** The level on the page of an answer's heading, after one of a given level on the page. */
export const placeHeading = (level: number, previousLevel: number): number =>
  Math.min(level + 2, previousLevel + 1, 6);

/** Small pictures of sites, which platforms put beside the sites' names. */
const siteIconPattern = /favicon|\/s2\/|\.ico(?:[?#]|$)/i;

const descriptionOf = ({ properties }: Element): string => String(properties['alt'] ?? '').trim();

/** Whether a picture says nothing, even as a link. */
const isEmptyPicture = (picture: Element): boolean => {
  const address = String(picture.properties['src'] ?? '');
  return (
    descriptionOf(picture) === '' && (hostOf(address) === null || siteIconPattern.test(address))
  );
};

const hasText = (node: Content): boolean =>
  isElement(node)
    ? node.tagName === 'img' || node.children.some(hasText)
    : 'value' in node && node.value.trim() !== '';

/**
 * Replaces pictures inside links with their descriptions, since pictures are rendered as links and links cannot nest.
 * Removes pictures without a description if they would say nothing, and links that are empty then.
 */
function replacePictures(parent: Parent, isLink: boolean): void {
  parent.children = parent.children.flatMap((child): Content[] => {
    if (!isElement(child)) return [child];
    if (child.tagName === 'img') {
      if (isLink) return [{ type: 'text', value: descriptionOf(child) }];
      return isEmptyPicture(child) ? [] : [child];
    }
    replacePictures(child, isLink || child.tagName === 'a');
    return child.tagName === 'a' && !hasText(child) ? [] : [child];
  });
}

/**
 * A rehype plugin that renders the few HTML tags that platforms write, wraps brand names in `mark` elements, replaces
 * pictures, and moves headings to levels that fit the page.
 */
export function rehypeAnswer({ text: markdown, marks, headingLevel }: Options) {
  const usableMarks = selectUsableMarks(marks, markdown.length);
  return (tree: Parent): void => {
    convertTags(tree);
    markWithin(
      tree,
      { text: markdown, marks: usableMarks },
      { from: 0, to: markdown.length, isCode: false },
    );
    replacePictures(tree, false);
    placeHeadings(tree, { level: headingLevel });
  };
}

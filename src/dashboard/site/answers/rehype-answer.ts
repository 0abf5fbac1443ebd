import type { ExtraProps } from 'react-markdown';
import { type MarkRange, type Piece, piecesOf, selectUsableMarks } from './marks.ts';

type Element = NonNullable<ExtraProps['node']>;
type Content = Element['children'][number];
/** What elements and the whole document have in common. */
interface Parent {
  children: Content[];
}

interface Options {
  /** The Markdown that the tree was parsed from. */
  source: string;
  marks: readonly MarkRange[];
}

/** Where a node's text is in the source; null if it does not occur there unchanged. */
function offsetOf(node: Content & { type: 'text' }, source: string): number | null {
  const from = node.position?.start.offset;
  const to = node.position?.end.offset;
  if (from === undefined || to === undefined) return null;
  // The range of a code node includes its backticks; text with escapes or entities differs from its source.
  const at = source.slice(from, to).indexOf(node.value);
  return at === -1 ? null : from + at;
}

function toNode({ text, brandId, isFirst }: Piece): Content {
  const textNode = { type: 'text', value: text } as const;
  if (brandId === null) return textNode;
  const properties = { dataBrand: brandId, dataFirst: isFirst };
  return { type: 'element', tagName: 'mark', properties, children: [textNode] };
}

function markWithin(parent: Parent, options: Options): void {
  const { source, marks } = options;
  parent.children = parent.children.flatMap((child): Content[] => {
    if (child.type === 'element') markWithin(child, options);
    const offset = child.type === 'text' ? offsetOf(child, source) : null;
    if (child.type !== 'text' || offset === null) return [child];
    return piecesOf(child.value, offset, marks).map(toNode);
  });
}

/** Moves an answer's headings below the page's two heading levels, without skipping a level. */
function placeHeadings(parent: Parent, previous: { level: number }): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const [, level] = /^h([1-6])$/.exec(child.tagName) ?? [];
    if (level !== undefined) {
      previous.level = Math.min(Number(level) + 2, previous.level + 1, 6);
      child.tagName = `h${previous.level}`;
    }
    placeHeadings(child, previous);
  }
}

/** Replaces images inside links with their alt text, since images are rendered as links and links cannot nest. */
function replaceLinkedImages(parent: Parent, isLink: boolean): void {
  parent.children = parent.children.map((child): Content => {
    if (child.type !== 'element') return child;
    if (isLink && child.tagName === 'img') {
      return { type: 'text', value: String(child.properties['alt'] || 'Image') };
    }
    replaceLinkedImages(child, isLink || child.tagName === 'a');
    return child;
  });
}

/**
 * A rehype plugin that wraps brand names in `mark` elements, replaces images inside links with their alt text, and
 * moves headings to levels that fit the page.
 */
export function rehypeAnswer(options: Options) {
  const { source } = options;
  const marks = selectUsableMarks(options.marks, source.length);
  return (tree: Parent): void => {
    markWithin(tree, { ...options, marks });
    replaceLinkedImages(tree, false);
    placeHeadings(tree, { level: 2 });
  };
}

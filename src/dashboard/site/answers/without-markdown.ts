import { decodeCharacterReferences } from '../../../contract/answer-text/character-references.ts';
import { tagPattern } from '../../../contract/answer-text/hidden-markdown.ts';
import {
  encodeEscapes,
  lineBreakTag,
  linkPattern,
} from '../../../contract/answer-text/markdown-patterns.ts';
import { findVisibleRanges, joinRanges } from '../../../contract/answer-text/visible-ranges.ts';

/** Markdown syntax and its plain-text replacement. Repetitions that could backtrack are bounded to stay fast. */
const replacements: readonly (readonly [RegExp, string])[] = [
  // Links and pictures keep only their text. A picture may be in a link, which is matched only once the picture is gone.
  [linkPattern, '$1'],
  [linkPattern, '$1'],
  [lineBreakTag, '\n'],
  [tagPattern, ''],
  [/^[ \t]{0,3}#{1,6}[ \t]+/gm, ''],
  [/^([ \t]{0,20})[*+-][ \t]+/gm, '$1• '],
  [/\*\*|__|`/g, ''],
  [/(?<![\w*])\*([^\s*][^*\n]{0,500})\*(?![\w*])/g, '$1'],
];

/** A text as its platform shows it, without the most common Markdown syntax, so that only its words are compared. */
export function withoutMarkdown(text: string): string {
  const visible = encodeEscapes(joinRanges(text, findVisibleRanges(text)));
  return decodeCharacterReferences(
    replacements.reduce(
      (result, [pattern, replacement]) => result.replace(pattern, replacement),
      visible,
    ),
  );
}

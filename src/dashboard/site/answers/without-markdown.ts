/** Markdown syntax and its plain-text replacement. Repetitions that could backtrack are bounded to stay fast. */
const replacements: readonly (readonly [RegExp, string])[] = [
  // Links and images keep only their text.
  [/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, '$1'],
  [/^[ \t]{0,3}#{1,6}[ \t]+/gm, ''],
  [/^([ \t]{0,20})[*+-][ \t]+/gm, '$1• '],
  [/\*\*|__|`/g, ''],
  [/(?<![\w*])\*([^\s*][^*\n]{0,500})\*(?![\w*])/g, '$1'],
];

/** A text without the most common Markdown syntax, so that only its words are compared. */
export const withoutMarkdown = (text: string): string =>
  replacements.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  );

/** The words of a search, in lower case, for `hasWords`. */
export const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each of the lower-case words occurs in at least one of the texts, ignoring case. */
export function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  const lowerCaseTexts = texts.map((text) => text.toLowerCase());
  return words.every((word) => lowerCaseTexts.some((text) => text.includes(word)));
}

/** The characters of words, for a character class of a pattern; all others separate words. */
const wordCharacters = String.raw`\p{L}\p{N}\p{M}_`;
const wordRun = new RegExp(`[${wordCharacters}]+`, 'gu');

/** The words of a search, each once. */
export const searchedWords = (search: string): string[] => [
  ...new Set([...search.matchAll(wordRun)].map(([word]) => word)),
];

/** A character with its lower and upper case, if these are single characters. */
const casesOf = (character: string): string[] => [
  ...new Set(
    [character, character.toLowerCase(), character.toUpperCase()].filter(
      (each) => [...each].length === 1,
    ),
  ),
];

/**
 * A regular expression for a word that stands alone, ignoring case: the same in JavaScript (with the flag `u`) and in
 * RE2, which ClickHouse uses. RE2 has no lookaround, so a match includes one character on each side.
 * @param word one of `searchedWords`, so no character has a special meaning.
 */
export function standalonePattern(word: string): string {
  const letters = Array.from(word, (character) => {
    const cases = casesOf(character);
    return cases.length === 1 ? character : `[${cases.join('')}]`;
  });
  return `(?:^|[^${wordCharacters}])${letters.join('')}(?:[^${wordCharacters}]|$)`;
}

/** Creates a predicate for texts that contain each of the words as a whole word. */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  const patterns = words.map((word) => new RegExp(standalonePattern(word), 'u'));
  return (text) => patterns.every((pattern) => pattern.test(text));
}

/** Whether a character outside ASCII, such as the Kelvin sign, is another case of an ASCII letter. */
const isCaseOfAsciiLetter = (character: string): boolean =>
  character > '\u007f' && casesOf(character).some((each) => each <= '\u007f');

/**
 * The runs of ASCII letters and digits of a word, in lower case: a text that contains the word contains each of them as
 * a whole run. Empty if a character of the word is another case of an ASCII letter, since the text's run could then be
 * longer.
 */
export const asciiRuns = (word: string): string[] => {
  if ([...word].some(isCaseOfAsciiLetter)) return [];
  return [...new Set(word.match(/[0-9a-z]+/gi)?.map((run) => run.toLowerCase()))];
};

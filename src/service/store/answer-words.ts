/** The characters of words, for a character class of a regular expression. All other characters separate words. */
const wordCharacters = String.raw`\p{L}\p{N}\p{M}_`;
const wordRun = new RegExp(`[${wordCharacters}]+`, 'gu');

/** The words of a search for whole words, without duplicates. */
export const wholeWordsOf = (search: string): string[] => [
  ...new Set([...search.matchAll(wordRun)].map(([word]) => word)),
];

/** A character and its lower-case and upper-case forms, except forms of several characters. */
const casesOf = (character: string): string[] => [
  ...new Set(
    [character, character.toLowerCase(), character.toUpperCase()].filter(
      (variant) => [...variant].length === 1,
    ),
  ),
];

/**
 * A regular expression that finds a whole word, ignoring case: the same in JavaScript (with the flag `u`) and in RE2,
 * which ClickHouse uses. RE2 has no lookaround, so a match includes the character on each side.
 * @param word a word that `wholeWordsOf` returned, so none of its characters is special in a pattern.
 */
export function wholeWordPatternOf(word: string): string {
  const letters = Array.from(word, (character) => {
    const cases = casesOf(character);
    return cases.length === 1 ? character : `[${cases.join('')}]`;
  });
  return `(?:^|[^${wordCharacters}])${letters.join('')}(?:[^${wordCharacters}]|$)`;
}

/** Creates a function that returns whether a text contains each of the words as a whole word. */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  const patterns = words.map((word) => new RegExp(wholeWordPatternOf(word), 'u'));
  return (text) => patterns.every((pattern) => pattern.test(text));
}

/** Whether a character outside ASCII, such as the Kelvin sign, has an ASCII letter as its lower or upper case. */
const isCaseOfAsciiLetter = (character: string): boolean =>
  character > '\u007f' && casesOf(character).some((variant) => variant <= '\u007f');

/**
 * The runs of ASCII letters and digits in a word, in lower case. A text with the word has each of these as a whole run.
 * Empty if a character outside ASCII is another case of an ASCII letter, since the text's run could then be longer.
 */
export const asciiRunsOf = (word: string): string[] => {
  if ([...word].some(isCaseOfAsciiLetter)) return [];
  return [...new Set(word.match(/[0-9a-z]+/gi)?.map((run) => run.toLowerCase()))];
};

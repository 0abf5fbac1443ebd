/**
 * A text as it is written within a sentence: its first letter in lower case, except in an abbreviation such as "AI".
 */
export const uncapitalise = (text: string): string =>
  text.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());

/** A text with its first letter in upper case, for the beginning of a sentence. */
export const capitalise = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

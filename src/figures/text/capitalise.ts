/** Capitalises the first letter of a text, for the beginning of a sentence. */
export const capitalise = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Quotes text as a CSS string, escaping every character that could end it. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:;()–·-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

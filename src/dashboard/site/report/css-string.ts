/** Quotes text as a CSS string, escaping all characters that could end it. */
export const toCssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:;()–·-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/** A text as a CSS string; none of its characters can end the string. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:;()–·-]/gu, (each) => `\\${each.codePointAt(0)?.toString(16)} `)}"`;

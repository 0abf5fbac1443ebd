import { type TextStyle, textWidth } from '../chart/text-width.ts';

/** The fonts of a picture, with fallbacks, since an SVG file cannot load the page's own font. */
export const pictureFont = "Inter, Arial, Helvetica, 'Liberation Sans', sans-serif";

/** Characters that XML does not allow, which would make the whole file unreadable. */
const invalidXmlCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Turns a string into one line of a picture, cut with an ellipsis if it is wider than `width` pixels. */
export function fitText(text: string, width: number, style: TextStyle): string {
  const line = text.replace(invalidXmlCharacters, '').replace(/\s+/gu, ' ').trim();
  if (textWidth(line, style) <= width) return line;
  const characters = [...line];
  const fitting: string[] = [];
  let remaining = width - textWidth('…', style);
  for (const character of characters) {
    remaining -= textWidth(character, style);
    if (remaining < 0) break;
    fitting.push(character);
  }
  return `${fitting.join('').trimEnd()}…`;
}

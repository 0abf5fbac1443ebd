/** The fonts of a picture, with fallbacks, since an SVG file cannot load the page's own font. */
export const pictureFont = "Inter, Arial, Helvetica, 'Liberation Sans', sans-serif";

/** Widths of characters in em, in Inter, which is wider than the fonts that may stand in for it. */
const widthGroups: readonly (readonly [characters: string, width: number])[] = [
  ["iljI.,:;'|!·’‘", 0.3],
  [' ftr()[]{}/\\"“”`', 0.4],
  ['abcdeghknopqsuvxyz0123456789-_*^$?', 0.63],
  ['ABCDEFGHJKLNOPQRSTUVXYZ&+=<>~#–−', 0.77],
  ['mwMW%@—…', 1],
];
const widths = new Map(
  widthGroups.flatMap(([characters, width]) =>
    [...characters].map((character) => [character, width] as const),
  ),
);
const boldFactor = 1.08;

/** The approximate width of a character in em. */
function widthOf(character: string): number {
  const base = [...character.normalize('NFD')][0] ?? character;
  const known = widths.get(base);
  if (known !== undefined) return known;
  if (/\p{M}/u.test(base)) return 0;
  if (/\p{Emoji_Presentation}/u.test(base)) return 1.4;
  // Ideographs, kana and Hangul are as wide as they are high.
  return (base.codePointAt(0) ?? 0) >= 0x2e80 ? 1.05 : 0.8;
}

export interface TextStyle {
  /** Pixels. */
  size: number;
  isBold?: boolean;
}

/** The approximate width of a string in pixels, in the widest of the fonts. */
export function textWidth(text: string, { size, isBold = false }: TextStyle): number {
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum * size * (isBold ? boldFactor : 1);
}

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

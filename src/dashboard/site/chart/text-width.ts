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

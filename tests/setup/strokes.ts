/** A point of a drawn path, in pixels: x, then y. */
export type Pixel = readonly [x: number, y: number];

/** Splits SVG path data of moves and lines into unbroken strokes; a dot is a stroke of one point. */
export function strokesOf(path: string): Pixel[][] {
  const strokes: Pixel[][] = [];
  for (const [, command, x, y] of path.matchAll(/([MLh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === 'M') strokes.push([]);
    if (command !== 'h') strokes.at(-1)?.push([Number(x), Number(y)]);
  }
  return strokes;
}

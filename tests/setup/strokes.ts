/** A point of a drawn path, in pixels: x, then y. */
export type Pixel = readonly [x: number, y: number];

/** Splits SVG path data of move and line commands into unbroken strokes; a dot is a stroke of one point. */
export function strokesOf(path: string): Pixel[][] {
  const strokes: Pixel[][] = [];
  for (const [, command, x, y] of path.matchAll(/([MLh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (command === 'M') strokes.push([]);
    if (command !== 'h') strokes.at(-1)?.push([Number(x), Number(y)]);
  }
  return strokes;
}

/** Joins the path data of a line that the chart draws in pieces, some of which start at the end of the previous one. */
export function joinPieces(pieces: readonly string[]): string {
  let line = '';
  for (const piece of pieces) {
    const [start = ''] = /^M[^ML]+/.exec(piece) ?? [];
    const isContinuation = start !== '' && line.endsWith(`L${start.slice(1)}`);
    line += isContinuation ? piece.slice(start.length) : piece;
  }
  return line;
}

/** The path data of a series' line, without lone points, from the SVG group of the series; empty if there is none. */
export const lineIn = (series: Element | null): string =>
  joinPieces(
    [...(series?.querySelectorAll('path:not([data-dots])') ?? [])].map(
      (path) => path.getAttribute('d') ?? '',
    ),
  );

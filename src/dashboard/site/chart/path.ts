import { isEvidence, isPresent, type SeriesColumn } from '../../../figures/series/columns.ts';
import { pixelOf, type Scale } from './scale.ts';

/** SVG path data of one series: the line, and a dot for each lone point between gaps. */
export interface SeriesPath {
  line: string;
  dots: string;
}

/** A series' path with its line cut into pieces. */
export interface SeriesPieces {
  pieces: readonly string[];
  dots: string;
}

/** A stretch of a line without a gap: its points as `x y`, at least two. */
type Stroke = readonly string[];

/** The approximate number of points in a piece of a line. */
const pieceLength = 100;

/** The largest pixel whose text is cached. */
const maxCachedPixel = 10_000;
/** The text of each tenth of a pixel, because formatting numbers would take longer than the rest of making a path. */
const cachedTexts: string[] = [];

/** Formats a pixel, rounded to tenths to keep paths short. */
function formatPixel(pixel: number): string {
  const tenths = Math.round(pixel * 10);
  if (!(tenths >= 0 && tenths <= maxCachedPixel * 10)) return `${tenths / 10}`;
  cachedTexts[tenths] ??= `${tenths / 10}`;
  return cachedTexts[tenths];
}

/**
 * Thins out a run of points with evidence: keeps the first, lowest, highest and last point of each pixel column, in
 * order. The stroke through these covers the other points.
 * @param columns pixel column of each point, ascending
 * @param values value of each point
 * @param from index of the first point of the run
 * @param to index after the last point of the run
 * @returns indices of the points to keep, ascending
 */
export function thin(columns: Int32Array, values: Float64Array, from: number, to: number) {
  const indices: number[] = [];
  let first = from;
  while (first < to) {
    let lowest = first;
    let highest = first;
    let next = first + 1;
    while (next < to && columns[next] === columns[first]) {
      const value = values[next] ?? Number.NaN;
      if (value < (values[lowest] ?? Number.NaN)) lowest = next;
      if (value > (values[highest] ?? Number.NaN)) highest = next;
      next += 1;
    }
    const last = next - 1;
    const [earlier, later] = lowest < highest ? [lowest, highest] : [highest, lowest];
    indices.push(first);
    if (earlier > first) indices.push(earlier);
    if (later > earlier && later > first) indices.push(later);
    if (last > later && last > first) indices.push(last);
    first = next;
  }
  return indices;
}

/**
 * The strokes of a series' line, and path data of its dots.
 * @param instants the instants of the model's scans, ascending
 */
function strokesOf(
  series: Pick<SeriesColumn, 'values' | 'present'>,
  instants: Float64Array,
  x: Scale,
  y: Scale,
): { strokes: readonly Stroke[]; dots: string } {
  const size = instants.length;
  const xs = new Float64Array(size);
  const columns = new Int32Array(size);
  const values = new Float64Array(size);
  const strokes: Stroke[] = [];
  const dots: string[] = [];
  let pointCount = 0;
  let runStart = 0;
  const formatPoint = (point: number) =>
    `${formatPixel(xs[point] ?? 0)} ${formatPixel(pixelOf(y, values[point] ?? 0))}`;

  const endRun = () => {
    if (pointCount - runStart === 1) dots.push(`M${formatPoint(runStart)}h0`);
    else if (pointCount > runStart)
      strokes.push(thin(columns, values, runStart, pointCount).map(formatPoint));
    runStart = pointCount;
  };

  for (let scan = 0; scan < size; scan += 1) {
    if (!isPresent(series, scan)) continue;
    const value = series.values[scan];
    if (!isEvidence(value)) {
      endRun();
      continue;
    }
    const pixel = pixelOf(x, instants[scan] ?? 0);
    xs[pointCount] = pixel;
    columns[pointCount] = Math.floor(pixel);
    values[pointCount] = value;
    pointCount += 1;
  }
  endRun();
  return { strokes, dots: dots.join('') };
}

const toPath = (stroke: Stroke): string => `M${stroke.join('L')}`;

/**
 * Creates the path of a series. Its line breaks at scans without evidence and continues across scans without a point.
 */
export function toSeriesPath(...args: Parameters<typeof strokesOf>): SeriesPath {
  const { strokes, dots } = strokesOf(...args);
  return { line: strokes.map(toPath).join(''), dots };
}

/**
 * Creates the path of a series as `toSeriesPath` does, with its line in pieces. A piece that continues a stroke starts
 * at the last point of the previous piece. Browsers paint in tiles, and each tile strokes whole paths, so short paths
 * take less time.
 */
export function toSeriesPieces(...args: Parameters<typeof strokesOf>): SeriesPieces {
  const { strokes, dots } = strokesOf(...args);
  const pieces: string[] = [];
  let piece = '';
  let count = 0;
  for (const stroke of strokes) {
    for (let from = 0; from < stroke.length - 1; from += pieceLength) {
      const points = stroke.slice(from, from + pieceLength + 1);
      if (count > 0 && count + points.length > pieceLength) {
        pieces.push(piece);
        piece = '';
        count = 0;
      }
      piece += toPath(points);
      count += points.length;
    }
  }
  if (piece !== '') pieces.push(piece);
  return { pieces, dots };
}

import { isEvidence, isPresent, type SeriesColumn } from '../../../api/columns.ts';
import { pixelOf, type Scale } from './scale.ts';

/** SVG path data of one series: the line, and a dot for each lone point between gaps. */
export interface SeriesPath {
  line: string;
  dots: string;
}

/** About how many points a piece of a line has. */
const pieceLength = 100;

/** Rounds to tenths of a pixel, which keeps paths short. */
const roundToTenths = (pixel: number): number => Math.round(pixel * 10) / 10;

/**
 * Thins out a run of evidence: keeps the first, lowest, highest and last point of each pixel column, in order. The
 * others are inside the stroke of those kept.
 * @param columns pixel column of each point, ascending
 * @param values of each point
 * @returns indices, ascending
 */
export function thin(columns: Int32Array, values: Float64Array, from: number, to: number) {
  const kept: number[] = [];
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
    kept.push(first);
    if (earlier > first) kept.push(earlier);
    if (later > earlier && later > first) kept.push(later);
    if (last > later && last > first) kept.push(last);
    first = next;
  }
  return kept;
}

/**
 * Draws a series. Its line breaks at scans without evidence and continues across scans without a point.
 * @param instants of the model's scans, ascending
 */
export function seriesPath(
  series: Pick<SeriesColumn, 'values' | 'present'>,
  instants: Float64Array,
  x: Scale,
  y: Scale,
): SeriesPath {
  const size = instants.length;
  const xs = new Float64Array(size);
  const columns = new Int32Array(size);
  const values = new Float64Array(size);
  const line: string[] = [];
  const dots: string[] = [];
  let length = 0;
  let start = 0;

  const endRun = () => {
    if (length - start === 1) {
      dots.push(
        `M${roundToTenths(xs[start] ?? 0)} ${roundToTenths(pixelOf(y, values[start] ?? 0))}h0`,
      );
    } else if (length > start) {
      let command = 'M';
      for (const at of thin(columns, values, start, length)) {
        line.push(
          `${command}${roundToTenths(xs[at] ?? 0)} ${roundToTenths(pixelOf(y, values[at] ?? 0))}`,
        );
        command = 'L';
      }
    }
    start = length;
  };

  for (let scan = 0; scan < size; scan += 1) {
    if (!isPresent(series, scan)) continue;
    const value = series.values[scan];
    if (!isEvidence(value)) {
      endRun();
      continue;
    }
    const pixel = pixelOf(x, instants[scan] ?? 0);
    xs[length] = pixel;
    columns[length] = Math.floor(pixel);
    values[length] = value;
    length += 1;
  }
  endRun();
  return { line: line.join(''), dots: dots.join('') };
}

/**
 * Cuts the path data of a line into pieces. A piece that continues a stroke starts at the last point of the piece
 * before it. Browsers paint in tiles, and each tile strokes whole paths, so short ones take less time.
 */
export function cutLine(line: string): string[] {
  const pieces: string[] = [];
  let start = '';
  let from = 0;
  let previous = 0;
  let count = 0;
  for (const { index } of line.matchAll(/[ML]/g)) {
    const isStrokeStart = line[index] === 'M';
    if (count >= pieceLength && (isStrokeStart || line[previous] === 'L')) {
      pieces.push(start + line.slice(from, index));
      start = isStrokeStart ? '' : `M${line.slice(previous + 1, index)}`;
      from = index;
      count = 0;
    }
    previous = index;
    count += 1;
  }
  if (line !== '') pieces.push(start + line.slice(from));
  return pieces;
}

/** A linear scale from values to pixels. */
export interface Scale {
  /** First and last value of the axis; the last is greater. */
  domain: readonly [number, number];
  /** Pixels of the first and the last value; on a y axis, the first is the larger. */
  pixels: readonly [number, number];
}

/** The pixel of a value. Halving avoids overflow for the largest numbers. */
export function pixelOf({ domain: [low, high], pixels: [start, end] }: Scale, value: number) {
  return start + ((value / 2 - low / 2) / (high / 2 - low / 2)) * (end - start);
}

/** The value at a pixel: the inverse of the scale. */
export const valueAt = (
  { domain: [low, high], pixels: [start, end] }: Scale,
  pixel: number,
): number => low + ((pixel - start) / (end - start)) * (high - low);

/** The index of the nearest of some ascending instants; -1 if there are none. */
export function nearestIndex(instants: Float64Array, instant: number): number {
  let low = 0;
  let high = instants.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  const after = instants[low];
  const before = instants[low - 1];
  if (after === undefined) return instants.length - 1;
  if (before === undefined) return low;
  return instant - before <= after - instant ? low - 1 : low;
}

export interface ValueAxis {
  /** Ascending, evenly spaced; the first and the last are the ends of the axis. */
  ticks: readonly number[];
  /** Decimals needed to distinguish the ticks. */
  decimals: number;
}

/** The farthest end of an axis, so that its length is finite. */
const maxAxisEnd = 8e307;

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is at least `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 2.5, 5]) {
    // Tolerates rounding errors of the division, which must not cost a whole step.
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** Removes rounding errors from a multiple of a step. */
const clean = (value: number): number => Number(value.toPrecision(12));

/**
 * An axis that covers the values from `low` to `high`. It includes zero unless the two are close but not equal,
 * since zero would then hide their difference.
 * @param intervals the approximate number of intervals
 */
export function valueAxis(low: number, high: number, intervals: number): ValueAxis {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  // Beyond these, doubles cannot represent evenly spaced ticks.
  if (largest > 1e300) return { ticks: [-maxAxisEnd, 0, maxAxisEnd], decimals: 0 };
  if (largest < 1e-300) return { ticks: [0, 1], decimals: 0 };
  const isClose = high - low < largest / 5 && high - low > largest * 1e-9;
  const from = isClose ? low : Math.min(0, low);
  const to = isClose ? high : Math.max(0, high);
  const step = niceStep((to - from) / intervals);
  const first = Math.floor(clean(from / step));
  const last = Math.max(first + 1, Math.ceil(clean(to / step)));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    clean((first + index) * step),
  );
  const fraction = String(clean(step / 10 ** Math.floor(Math.log10(step)))).length > 1 ? 1 : 0;
  const decimals = Math.max(0, fraction - Math.floor(Math.log10(step)));
  return { ticks, decimals: Math.min(100, decimals) };
}

/** Drags of fewer pixels are clicks. */
export const minDragLength = 8;

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

/** The value at a pixel: the inverse of `pixelOf`. */
export const valueAt = (
  { domain: [low, high], pixels: [start, end] }: Scale,
  pixel: number,
): number => low + ((pixel - start) / (end - start)) * (high - low);

/**
 * The index of the instant nearest to `instant`; -1 if there are no instants.
 * @param instants ascending
 */
export function nearestIndexOf(instants: Float64Array, instant: number): number {
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

/** The farthest that an axis extends from zero, so that its length is finite. */
const maxAxisEnd = 8e307;

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is at least `minStep`. */
function niceStepOf(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep));
  for (const factor of [1, 2, 2.5, 5]) {
    // Allows for rounding errors in `minStep`, which must not lead to the next larger step.
    if (minStep <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** Removes rounding errors, such as those of a multiple of a step. */
const roundOff = (value: number): number => Number(value.toPrecision(12));

/**
 * The ends of an axis without zero, around the values from `low` to `high`: it is at least a fifth as long as the larger
 * absolute value and at least `minLength`, so that small moves do not look large; null if it would reach zero. A
 * percentage gets no axis beyond 100 unless a value is.
 */
function endsWithoutZero(
  low: number,
  high: number,
  { minLength, limit }: AxisLimits,
): [from: number, to: number] | null {
  const sign = low < 0 ? -1 : 1;
  const [near, far] = [
    Math.min(Math.abs(low), Math.abs(high)),
    Math.max(Math.abs(low), Math.abs(high)),
  ];
  const length = Math.max(far - near, far / 5, minLength);
  const wanted = (near + far + length) / 2;
  const end = Math.max(far, Math.min(wanted, limit));
  const start = Math.min(near, end - length);
  if (start <= 0) return null;
  return sign < 0 ? [-end, -start] : [start, end];
}

/** What an axis without zero keeps to. */
export interface AxisLimits {
  /** The length that it has at least. */
  minLength: number;
  /** The absolute value beyond which it does not extend, unless a value does. */
  limit: number;
}

/**
 * Creates an axis that covers the values from `low` to `high`. The axis includes zero, unless the values differ by less
 * than a fifth of the larger absolute value: such a difference would be hard to see on an axis with zero. Equal and
 * almost equal values get an axis with zero.
 * @param intervals the approximate number of intervals between ticks
 */
export function createValueAxis(
  low: number,
  high: number,
  intervals: number,
  limits: AxisLimits = { minLength: 0, limit: Number.POSITIVE_INFINITY },
): ValueAxis {
  const largestSize = Math.max(Math.abs(low), Math.abs(high));
  // Stays clear of the limits of doubles, near which the calculation below would overflow or underflow.
  if (largestSize > 1e300) return { ticks: [-maxAxisEnd, 0, maxAxisEnd], decimals: 0 };
  if (largestSize < 1e-300) return { ticks: [0, 1], decimals: 0 };
  const isClose = high - low < largestSize / 5 && high - low > largestSize * 1e-9;
  const [from, to] = (isClose ? endsWithoutZero(low, high, limits) : null) ?? [
    Math.min(0, low),
    Math.max(0, high),
  ];
  const step = niceStepOf((to - from) / intervals);
  const first = Math.floor(roundOff(from / step));
  const last = Math.max(first + 1, Math.ceil(roundOff(to / step)));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    roundOff((first + index) * step),
  );
  const exponent = Math.floor(Math.log10(step));
  // One for 2.5, the only factor that is not a whole number.
  const factorDecimals = String(roundOff(step / 10 ** exponent)).length > 1 ? 1 : 0;
  const decimals = Math.max(0, factorDecimals - exponent);
  return { ticks, decimals: Math.min(100, decimals) };
}

/** Pixels; a shorter drag counts as a click. */
export const minDragLength = 8;

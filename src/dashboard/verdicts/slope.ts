/**
 * The slope of the straight line that fits values best (least squares).
 * @param values NaN where there is no evidence
 * @param times the time of each value, all in one unit
 * @returns the change in the values' unit per unit of time; null without values at two different times, or if the slope
 * is not finite
 */
export function slopeOf(values: ArrayLike<number>, times: ArrayLike<number>): number | null {
  const known = Array.from(values).flatMap((value, at) =>
    Number.isNaN(value) ? [] : [{ value, time: times[at] ?? Number.NaN }],
  );
  const [first] = known;
  if (!first) return null;
  // Times and values are relative to the first, so that rounding neither separates equal times nor tilts a flat line.
  const middle = known.reduce((sum, { time }) => sum + (time - first.time) / known.length, 0);
  let products = 0;
  let squares = 0;
  for (const { value, time } of known) {
    const distance = time - first.time - middle;
    products += distance * (value - first.value);
    squares += distance ** 2;
  }
  const slope = products / squares;
  return Number.isFinite(slope) ? slope : null;
}

/**
 * The slope of the straight line that fits values best (least squares).
 * @param values NaN where there is no evidence
 * @param times of each value, all in one unit
 * @returns the change in the values' unit per unit of time; null with fewer than two values at different times
 */
export function slopeOf(values: ArrayLike<number>, times: ArrayLike<number>): number | null {
  const known = Array.from(values).flatMap((value, at) =>
    Number.isNaN(value) ? [] : [{ value, time: times[at] ?? Number.NaN }],
  );
  const [first] = known;
  const middle = known.reduce((sum, { time }) => sum + time / known.length, 0);
  let products = 0;
  let squares = 0;
  for (const { value, time } of known) {
    // Relative to the first value, so that a flat line has a slope of exactly 0.
    products += (time - middle) * (value - (first?.value ?? 0));
    squares += (time - middle) ** 2;
  }
  const slope = products / squares;
  return Number.isFinite(slope) ? slope : null;
}

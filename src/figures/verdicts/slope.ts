/**
 * The slope of the straight line that fits values best (least squares).
 * @param values NaN where there is no evidence
 * @param times the time of each value, all in one unit
 * @returns the change in the values' unit per unit of time; null without values at two different times, or if the slope
 * is not finite
 */
export function slopeOf(values: ArrayLike<number>, times: ArrayLike<number>): number | null {
  const knownPoints = Array.from(values).flatMap((value, at) =>
    Number.isNaN(value) ? [] : [{ value, time: times[at] ?? Number.NaN }],
  );
  const [first] = knownPoints;
  if (!first) return null;
  // Times and values are relative to the first, so that rounding neither separates equal times nor tilts a flat line.
  const meanTime = knownPoints.reduce(
    (sum, { time }) => sum + (time - first.time) / knownPoints.length,
    0,
  );
  let products = 0;
  let squares = 0;
  for (const { value, time } of knownPoints) {
    const deviation = time - first.time - meanTime;
    products += deviation * (value - first.value);
    squares += deviation ** 2;
  }
  const slope = products / squares;
  return Number.isFinite(slope) ? slope : null;
}

/** The minimum number of values with evidence in a window. */
export const minPoints = 5;

/** How much values scatter from scan to scan around a straight line. */
export interface Scatter {
  /** Variance of one value, in the values' unit squared. */
  variance: number;
  /** The factor by which autocorrelation inflates the variance of a mean; at least 1. */
  inflation: number;
  /** Degrees of freedom of an estimate that uses this variance. */
  degrees: number;
}

/** The residuals of values from their best-fitting straight line. */
function residualsOf(values: readonly number[]): number[] {
  const count = values.length;
  const middle = (count - 1) / 2;
  const mean = meanOf(values);
  const spread = (count * (count * count - 1)) / 12;
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  return values.map((value, at) => value - mean - slope * (at - middle));
}

/** The mean of values; NaN if there are none. */
export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value / values.length, 0);

/**
 * Estimates the scatter of a series from its windows.
 * @param windows at least `minPoints` values with evidence in each, oldest first
 * @see verdicts.ts for the method and its sources
 */
export function scatterOf(windows: readonly (readonly number[])[]): Scatter {
  let count = 0;
  let squares = 0;
  let products = 0;
  let largest = 0;
  for (const values of windows) {
    const residuals = residualsOf(values);
    count += values.length;
    for (const [at, residual] of residuals.entries()) {
      squares += residual * residual;
      products += at === 0 ? 0 : residual * (residuals[at - 1] ?? 0);
      largest = Math.max(largest, Math.abs(values[at] ?? 0));
    }
  }
  const valuesPerWindow = count / windows.length;
  // Residuals this small are rounding errors of values that lie exactly on a line.
  const isExact = squares <= count * (largest * 1e-12) ** 2;
  const lagOne = isExact ? 0 : products / squares;
  const correlation = Math.min(
    0.9,
    Math.max(0, lagOne + (2 + 4 * Math.max(0, lagOne)) / valuesPerWindow),
  );
  const inflation = (1 + correlation) / (1 - correlation);
  // The share of the scatter that the fitted lines do not absorb.
  const remainingShare = Math.max(0.3, 1 - (2 * inflation) / valuesPerWindow + 2 / valuesPerWindow);
  const variance = squares / (count - 2 * windows.length);
  return {
    variance: isExact ? 0 : variance * Math.min(2.5, 1 / remainingShare),
    inflation,
    degrees: Math.max(2, Math.max(3, count / inflation) - 2 * windows.length),
  };
}

import { meanOf, minPoints, scatterOf } from './scatter.ts';
import { criticalT, twoSidedP } from './student-t.ts';

/**
 * Decides whether two periods of a series differ by more than the series scatters from scan to scan.
 *
 * Each window of scans is detrended by a straight line, the residuals of all windows are pooled, and the
 * variance of a mean is inflated by their lag-1 autocorrelation, corrected for its small-sample bias
 * (Marriott and Pope 1954, Biometrika 41; Bayley and Hammersley 1946, J. R. Stat. Soc. Suppl. 8). A change is
 * real when its two-sided p-value survives the Benjamini–Hochberg procedure at 0.0125 over the changes of its family
 * (Benjamini and Hochberg 1995, J. R. Stat. Soc. B 57). `npm run bench -- verdicts` measures how often a verdict is
 * wrong; docs/verdicts.md explains the method, and why the level is what it is.
 */

const falseDiscoveryRate = 0.0125;

/** Values of a series by scan, oldest first; NaN where a scan gave no evidence. */
type Values = ArrayLike<number>;

/** Non-overlapping windows of one series. */
export interface Windows {
  now: Values;
  before: Values;
  /** Windows earlier than `before`, about as long as it, which help to estimate the scatter. */
  earlier: readonly Values[];
}

/** The test of a difference: its size, its standard error, its degrees of freedom and its p-value. */
interface Test {
  difference: number;
  error: number;
  degrees: number;
  p: number;
}

/** The earlier and the later one of two values. */
export interface ValueChange {
  from: number;
  to: number;
}

/** The comparison of two periods, or of two series scan by scan. */
export interface Comparison {
  /** Mean over the scans with evidence; null if there are none, or if compared scan by scan. */
  now: number | null;
  before: number | null;
  /** `now` minus `before`, or the mean difference if compared scan by scan; null if unknown. */
  change: number | null;
  /** Number of scans with evidence, in the window that has fewer of them. */
  scans: number;
  /** Null if there are too few scans. */
  test: Test | null;
}

export type Verdict =
  /** A change, in the metric's unit, by more than the usual scatter; `means` are those compared, if any. */
  | { kind: 'real'; change: number; means?: ValueChange }
  /** `within` is the smallest change that would have been real. */
  | { kind: 'scatter'; within: number }
  | { kind: 'unchanged' }
  | { kind: 'tooFew'; scans: number; needed: number };

const withEvidence = (values: Values): number[] =>
  Array.from(values).filter((value) => !Number.isNaN(value));
const hasEnoughValues = (values: readonly number[]) => values.length >= minPoints;
const nullIfNaN = (mean: number) => (Number.isNaN(mean) ? null : mean);

/**
 * A difference of means, or 0 if it is only a rounding error between equal ones.
 * @param size the magnitude of the means
 */
const withoutRoundingError = (difference: number, size: number): number =>
  Math.abs(difference) <= Math.abs(size) * 1e-12 ? 0 : difference;

/** @param size the magnitude of the values compared; a far smaller change is a rounding error */
function testOf(change: number, size: number, error: number, degrees: number): Test {
  const difference = withoutRoundingError(change, size);
  const p = difference === 0 ? 1 : error === 0 ? 0 : twoSidedP(difference / error, degrees);
  return { difference, error, degrees, p };
}

/** Compares two periods of a series by their means. */
export function compare(windows: Windows): Comparison {
  const now = withEvidence(windows.now);
  const before = withEvidence(windows.before);
  const means = { now: nullIfNaN(meanOf(now)), before: nullIfNaN(meanOf(before)) };
  // Otherwise, equal means could look different once they are rounded.
  if (means.now !== null && means.before !== null) {
    const difference = withoutRoundingError(means.now - means.before, means.now);
    if (difference === 0) means.before = means.now;
  }
  const change = means.now === null || means.before === null ? null : means.now - means.before;
  const scans = Math.min(now.length, before.length);
  if (change === null || scans < minPoints) return { ...means, change, scans, test: null };
  const earlier = windows.earlier.map(withEvidence).filter(hasEnoughValues);
  const { variance, inflation, degrees } = scatterOf([now, before, ...earlier]);
  const error = Math.sqrt(variance * inflation * (1 / now.length + 1 / before.length));
  return { ...means, change, scans, test: testOf(change, meanOf(now), error, degrees) };
}

/**
 * Compares two series scan by scan, such as a platform's web version with its API.
 * @param differences one series minus the other over the scans in view, and over earlier windows
 * @returns the mean difference as `change`; `now` and `before` are null
 */
export function compareScanByScan(differences: {
  now: Values;
  earlier: readonly Values[];
}): Comparison {
  const now = withEvidence(differences.now);
  const common = { now: null, before: null, scans: now.length };
  const change = withoutRoundingError(meanOf(now), 1);
  if (!hasEnoughValues(now)) return { ...common, change: nullIfNaN(change), test: null };
  const earlier = differences.earlier.map(withEvidence).filter(hasEnoughValues);
  const { variance, inflation, degrees } = scatterOf([now, ...earlier]);
  const error = Math.sqrt((variance * inflation) / now.length);
  return { ...common, change, test: testOf(change, 1, error, degrees) };
}

/**
 * The p-value below which Benjamini–Hochberg rejects one hypothesis of a family, given the p-values of the others.
 * @param sortedPValues the p-values of all hypotheses, from the smallest
 * @param p the p-value of this hypothesis
 */
function thresholdFor(sortedPValues: readonly number[], p: number): number {
  const ownIndex = sortedPValues.indexOf(p);
  for (let rank = sortedPValues.length; rank > 1; rank -= 1) {
    const threshold = (rank / sortedPValues.length) * falseDiscoveryRate;
    // The p-value with rank `rank - 1` among the other hypotheses.
    const otherP = sortedPValues[rank - 2 < ownIndex ? rank - 2 : rank - 1] ?? 1;
    if (otherP <= threshold) return threshold;
  }
  return falseDiscoveryRate / sortedPValues.length;
}

/**
 * Judges a family of changes together, so that many comparisons do not raise many false alarms.
 * @param family every comparison of the family that has loaded
 * @param size the total number of comparisons, if some are still loading; as those load, other verdicts can only change
 * from `scatter` to `real`
 * @returns a verdict for each comparison in `family`, in the same order
 */
export function judge(family: readonly Comparison[], size = 0): Verdict[] {
  const knownPValues = family.flatMap(({ test }) => (test ? [test.p] : [])).sort((a, b) => a - b);
  const sortedPValues = [
    ...knownPValues,
    ...new Array(Math.max(0, size - knownPValues.length)).fill(1),
  ];
  return family.map(({ test, scans, now, before }) => {
    if (test === null) return { kind: 'tooFew', scans, needed: minPoints };
    const threshold = thresholdFor(sortedPValues, test.p);
    if (test.difference === 0) return { kind: 'unchanged' };
    if (test.p < threshold) {
      const means = now === null || before === null ? null : { from: before, to: now };
      return { kind: 'real', change: test.difference, ...(means && { means }) };
    }
    return { kind: 'scatter', within: criticalT(threshold, test.degrees) * test.error };
  });
}

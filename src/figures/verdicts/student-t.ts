/** Lanczos coefficients for g = 7 and nine terms, by P. Godfrey; `logGamma` has the constant term. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The natural logarithm of the gamma function, for arguments of at least 0.5. */
function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = lanczos.reduce(
    (total, coefficient, index) => total + coefficient / (shifted + index + 1),
    0.99999999999980993,
  );
  const base = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const awayFromZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return fraction;
}

/** The regularised incomplete beta function (NIST Digital Library of Mathematical Functions, 8.17). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * The probability that a Student's t variable is at least as far from zero as `t`.
 * @param degrees degrees of freedom, at least 1, not necessarily whole
 */
export const twoSidedP = (t: number, degrees: number): number =>
  incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);

/**
 * The t value whose two-sided probability is `p`; the inverse of `twoSidedP`.
 * @param p above 0, below 1
 */
export function criticalT(p: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (twoSidedP(high, degrees) > p) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (twoSidedP(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return high;
}

import type { ValueChange } from '../verdicts/verdicts.ts';
import type { Locale } from './dates.ts';
import { numberFormatOf } from './number-format.ts';

/** Shown in place of a figure without evidence. */
export const noEvidence = 'no evidence';

/** Decimals of values and changes, unless `decimalsFor` finds that a metric needs more. */
const defaultDecimals = 1;
/** Significant digits of the largest value if a metric's scale is unknown, and of numbers in scientific notation. */
const significantDigits = 3;
/** Appends a unit to a number, with a space before any unit but "%". */
function withUnit(number: string, unit: string | undefined): string {
  // A minus sign is as wide as a plus sign or a digit; the hyphen that Intl writes is not.
  const figure = number.replaceAll('-', '\u2212');
  return unit === undefined ? figure : unit === '%' ? `${figure}%` : `${figure}\u00a0${unit}`;
}

/** Numbers of this size or larger are written with a power of ten. */
const scientificThreshold = 1e9;

/** The notation of a tick: numbers too large or too small to read are written with a power of ten. */
const notationOf = (value: number) => {
  const size = Math.abs(value);
  return size >= scientificThreshold || (size > 0 && size < 1e-6) ? 'scientific' : 'standard';
};

/**
 * Decimals for every value of a metric: one if its unit, and so its scale, is known. Otherwise enough to give the
 * largest value three significant digits, since the scale may be from 0 to 1.
 */
export function decimalsFor(unit: string | undefined, largest: number): number {
  if (unit !== undefined || largest === 0) return defaultDecimals;
  return Math.min(
    20,
    Math.max(defaultDecimals, significantDigits - 1 - Math.floor(Math.log10(largest))),
  );
}

/** Options that write a number with a fixed number of decimals, or a very large number with a power of ten. */
function shapeOf(value: number, decimals: number): Intl.NumberFormatOptions {
  if (Math.abs(value) >= scientificThreshold)
    return { notation: 'scientific', maximumSignificantDigits: significantDigits };
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** A value with its unit. */
export function shortValue(
  value: number,
  unit: string | undefined,
  locale: Locale,
  decimals: number = defaultDecimals,
): string {
  const shape = shapeOf(value, decimals);
  const format = numberFormatOf(locale, `value ${decimals} ${shape.notation}`, {
    ...shape,
    signDisplay: 'negative',
  });
  return withUnit(format.format(value), unit);
}

/** The label of a tick on a value axis. */
export function tickValue(
  value: number,
  decimals: number,
  unit: string | undefined,
  locale: Locale,
): string {
  const notation = notationOf(value);
  const fixedDecimals = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormatOf(locale, `tick ${notation} ${decimals}`, {
    ...(notation === 'standard' ? fixedDecimals : { maximumSignificantDigits: significantDigits }),
    signDisplay: 'negative',
    notation,
  });
  return withUnit(format.format(value), unit);
}

/** The unit of a difference between two values: points for percentages. */
const changeUnit = (unit: string | undefined): string | undefined => (unit === '%' ? 'pt' : unit);

/** A value as a number that is rounded as its text is, unlike with `toFixed`: 40.55 becomes 40.6. */
export function roundAsShown(value: number, decimals: number): number {
  const shape = shapeOf(value, decimals);
  const name = `rounded ${decimals} ${shape.notation}`;
  return Number(numberFormatOf('en', name, { ...shape, useGrouping: false }).format(value));
}

/**
 * The difference between two values as they are shown, so that a change always agrees with the values beside it. It is
 * less than one unit of the last digit away from the exact difference.
 */
export const shownDifference = ({ from, to }: ValueChange, decimals: number): number =>
  roundAsShown(roundAsShown(to, decimals) - roundAsShown(from, decimals), decimals);

/**
 * The size of a change, without a sign, as precise as a value. Between two different values that are shown as the same,
 * it is "less than 0.1 pt".
 */
export function unsignedChange(
  change: number | ValueChange,
  unit: string | undefined,
  locale: Locale,
  decimals: number = defaultDecimals,
): string {
  const format = (size: number) => shortValue(size, changeUnit(unit), locale, decimals);
  if (typeof change === 'number') return format(change);
  const size = Math.abs(shownDifference(change, decimals));
  return size === 0 && change.from !== change.to
    ? `less than ${format(10 ** -decimals)}`
    : format(size);
}

/** The change between two values with its sign: the difference between the values as they are shown. */
export function shortChange(
  values: ValueChange,
  unit: string | undefined,
  locale: Locale,
  decimals: number = defaultDecimals,
): string {
  const change = shownDifference(values, decimals);
  const shape = shapeOf(change, decimals);
  const format = numberFormatOf(locale, `change ${decimals} ${shape.notation}`, {
    ...shape,
    signDisplay: 'exceptZero',
  });
  return withUnit(format.format(change), changeUnit(unit));
}

/** An ordinal such as "2nd"; the plain number in languages other than English. */
export function ordinal(rank: number, locale: Locale): string {
  const pluralRules = new Intl.PluralRules(locale, { type: 'ordinal' });
  if (!pluralRules.resolvedOptions().locale.startsWith('en')) return String(rank);
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${rank}${endings[pluralRules.select(rank)] ?? 'th'}`;
}

/** Metrics that are good when they are low. For any other metric, known or not, higher is better. */
const metricsToLower: ReadonlySet<string> = new Set(['gap']);

export const isLowerBetter = (metric: string): boolean => metricsToLower.has(metric);

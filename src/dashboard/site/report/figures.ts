import type { Locale } from '../../time/format.ts';
import { pageLocale } from '../../time/locale.ts';

/** What is written in place of a figure that the scans give no evidence for. */
export const noEvidence = 'no evidence';

/** Decimals of values and changes, so that a column has one precision. */
const usualDecimals = 1;
/** Significant digits of the largest value where the scale of a metric is unknown. */
const digits = 3;
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, key: string, options: Intl.NumberFormatOptions) {
  const tag = locale ?? pageLocale();
  const id = `${tag}|${key}`;
  const made = formats.get(id) ?? new Intl.NumberFormat(tag, options);
  formats.set(id, made);
  return made;
}

/** "%" stands against its number, words and abbreviations apart from it. */
const withUnit = (number: string, unit: string | undefined): string =>
  unit === undefined ? number : unit === '%' ? `${number}%` : `${number}\u00a0${unit}`;

/** Numbers from here on are too long to read and are written with a power of ten. */
const tooLong = 1e9;

/** The notation of a tick: numbers too large or too small to read are written with a power of ten. */
const notationOf = (value: number) => {
  const size = Math.abs(value);
  return size >= tooLong || (size > 0 && size < 1e-6) ? 'scientific' : 'standard';
};

/**
 * Decimals for every value of a metric: one where its unit, and with it its scale, is known. Else as many as give
 * the largest value three significant digits, since a service may measure from 0 to 1.
 */
export function decimalsFor(unit: string | undefined, largest: number): number {
  if (unit !== undefined || largest === 0) return usualDecimals;
  return Math.min(20, Math.max(usualDecimals, digits - 1 - Math.floor(Math.log10(largest))));
}

/** Options that write a number with a fixed number of decimals, or with a power of ten where it is very large. */
function shapeOf(value: number, decimals: number): Intl.NumberFormatOptions {
  if (Math.abs(value) >= tooLong)
    return { notation: 'scientific', maximumSignificantDigits: digits };
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** A value with its unit, the same wherever it is written. */
export function shortValue(
  value: number,
  unit: string | undefined,
  locale: Locale,
  decimals: number = usualDecimals,
): string {
  const shape = shapeOf(value, decimals);
  const format = formatOf(locale, `value ${decimals} ${shape.notation}`, {
    ...shape,
    signDisplay: 'negative',
  });
  return withUnit(format.format(value), unit);
}

/** A tick of a value axis whose ticks differ in so many decimals. */
export function tickValue(
  value: number,
  decimals: number,
  unit: string | undefined,
  locale: Locale,
): string {
  const notation = notationOf(value);
  const exact = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formatOf(locale, `tick ${notation} ${decimals}`, {
    ...(notation === 'standard' ? exact : { maximumSignificantDigits: digits }),
    signDisplay: 'negative',
    notation,
  });
  return withUnit(format.format(value), unit);
}

/** A number of things. */
export const countText = (count: number, locale: Locale): string =>
  formatOf(locale, 'count', { maximumFractionDigits: 0 }).format(count);

/** A number of things with their name: "1 point", "20 points". */
export const counted = (count: number, one: string, several: string, locale: Locale): string =>
  `${countText(count, locale)} ${count === 1 ? one : several}`;

/** The unit of a difference between two values: of percentages, points. */
export const changeUnit = (unit: string | undefined): string | undefined =>
  unit === '%' ? 'pt' : unit;

/** A change from one value to another with its sign, as precise as a value is written. */
export function shortChange(
  { from, to }: { from: number; to: number },
  unit: string | undefined,
  locale: Locale,
  decimals: number = usualDecimals,
): string {
  const change = to - from;
  const shape = shapeOf(change, decimals);
  const format = formatOf(locale, `change ${decimals} ${shape.notation}`, {
    ...shape,
    signDisplay: 'exceptZero',
  });
  return withUnit(format.format(change), changeUnit(unit));
}

/** "2nd" and the like; in locales whose ordinals are not known here, "2". */
export function ordinal(rank: number, locale: Locale): string {
  const language = new Intl.PluralRules(locale ?? pageLocale(), { type: 'ordinal' });
  if (!language.resolvedOptions().locale.startsWith('en')) return String(rank);
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${rank}${endings[language.select(rank)] ?? 'th'}`;
}

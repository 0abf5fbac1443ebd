import type { Locale } from '../../time/format.ts';
import { pageLocale } from '../../time/locale.ts';

/** What is written in place of a figure that the scans give no evidence for. */
export const noEvidence = 'no evidence';

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

/** Numbers too large or too small to read are written with a power of ten. */
const notationOf = (value: number) => {
  const size = Math.abs(value);
  return size >= 1e9 || (size > 0 && size < 1e-6) ? 'scientific' : 'standard';
};

/** A value to three significant digits, with its unit where that is known. */
export function shortValue(value: number, unit: string | undefined, locale: Locale): string {
  const notation = notationOf(value);
  // "30%" is exactly that; what is rounded to it reads "30.0%".
  const least = Number.isInteger(value) ? 1 : digits;
  const format = formatOf(locale, `short ${notation} ${least}`, {
    minimumSignificantDigits: least,
    maximumSignificantDigits: digits,
    signDisplay: 'negative',
    notation,
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

/** A value with every digit it has. */
export const fullValue = (value: number, unit: string | undefined, locale: Locale): string =>
  withUnit(
    formatOf(locale, 'full', { maximumSignificantDigits: 17, signDisplay: 'negative' }).format(
      value,
    ),
    unit,
  );

/** Decimals that a value shows when written to three significant digits. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  return Math.min(100, Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
}

/** The unit of a difference between two values: of percentages, points. */
export const changeUnit = (unit: string | undefined): string | undefined =>
  unit === '%' ? 'pt' : unit;

/**
 * A change from one value to another with its sign, no finer than the two are written, so that rounding
 * noise never reads as news.
 */
export function shortChange(
  { from, to }: { from: number; to: number },
  unit: string | undefined,
  locale: Locale,
): string {
  const change = to - from;
  const finest = Math.max(decimalsOf(from), decimalsOf(to));
  const isNone = Number(change.toFixed(finest)) === 0;
  const decimals = isNone ? 0 : Math.min(finest, decimalsOf(change));
  const notation = isNone ? 'standard' : notationOf(change);
  const exact = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const number = formatOf(locale, `change ${notation} ${decimals}`, {
    ...(notation === 'standard' ? exact : { maximumSignificantDigits: digits }),
    signDisplay: 'exceptZero',
    notation,
  }).format(isNone ? 0 : change);
  return withUnit(number, changeUnit(unit));
}

/** "2nd" and the like; in locales whose ordinals are not known here, "2". */
export function ordinal(rank: number, locale: Locale): string {
  const language = new Intl.PluralRules(locale ?? pageLocale(), { type: 'ordinal' });
  if (!language.resolvedOptions().locale.startsWith('en')) return String(rank);
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${rank}${endings[language.select(rank)] ?? 'th'}`;
}

import { numberFormatOf } from './number-format.ts';

/** A count as text, without decimals. @param locale a BCP 47 tag */
export const countText = (count: number, locale: string): string =>
  numberFormatOf(locale, 'count', { maximumFractionDigits: 0 }).format(count);

/** A count with its noun: "1 point", "20 points". @param locale see `countText` */
export const countWithNoun = (
  count: number,
  singular: string,
  plural: string,
  locale: string,
): string => `${countText(count, locale)} ${count === 1 ? singular : plural}`;

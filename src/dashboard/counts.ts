import { pageLocale } from './locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A count as text, without decimals. @param locale a BCP 47 tag; undefined for the page's own */
export function countText(count: number, locale: string | undefined): string {
  const tag = locale ?? pageLocale();
  const format = formats.get(tag) ?? new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  formats.set(tag, format);
  return format.format(count);
}

/** A count with its noun: "1 point", "20 points". @param locale see `countText` */
export const countWithNoun = (
  count: number,
  singular: string,
  plural: string,
  locale: string | undefined,
): string => `${countText(count, locale)} ${count === 1 ? singular : plural}`;

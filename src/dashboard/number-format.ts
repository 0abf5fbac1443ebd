import { pageLocale } from './locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A format for numbers, created once for each locale and name.
 * @param locale a BCP 47 tag; undefined for the page's own
 * @param name identifies `options`
 */
export function numberFormatOf(
  locale: string | undefined,
  name: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const tag = locale ?? pageLocale();
  const id = `${tag}|${name}`;
  const format = formats.get(id) ?? new Intl.NumberFormat(tag, options);
  formats.set(id, format);
  return format;
}

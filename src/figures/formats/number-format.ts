const formats = new Map<string, Intl.NumberFormat>();

/**
 * A format for numbers, created once for each locale and name.
 * @param locale a BCP 47 tag
 * @param name identifies `options`
 */
export function numberFormatOf(
  locale: string,
  name: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const id = `${locale}|${name}`;
  const format = formats.get(id) ?? new Intl.NumberFormat(locale, options);
  formats.set(id, format);
  return format;
}

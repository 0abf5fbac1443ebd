/** The query of a page with `dates=all`, unless it has dates. */
export function withAllDates(query: string): string {
  const names = [...new URLSearchParams(query).keys()];
  if (['range', 'startDate', 'endDate', 'dates'].some((name) => names.includes(name))) return query;
  return `${query === '' ? '?' : `${query}&`}dates=all`;
}

/** An address without the `dates=all` that `withAllDates` adds. */
export const withoutAllDates = (address: string): string => address.replace(/[?&]dates=all$/, '');

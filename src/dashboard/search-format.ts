/** Search parameters as text, with a list where a name is repeated. */
export type PlainSearch = Record<string, string | string[]>;

/** Reads a query string. Values stay text: none is parsed as a number, boolean or JSON. */
export function parseSearch(query: string): PlainSearch {
  const read = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = read.get(name);
    read.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(read);
}

/** The inverse of `parseSearch`; values and list items that are not text are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat()) if (typeof item === 'string') written.append(name, item);
  }
  const query = written.toString();
  return query === '' ? '' : `?${query}`;
}

/**
 * Types a route's search without validating it. The router writes the result back to the address, so invalid
 * parameters are kept for the page to report.
 */
export function plainSearch(search: Record<string, unknown>): PlainSearch {
  return parseSearch(stringifySearch(search));
}

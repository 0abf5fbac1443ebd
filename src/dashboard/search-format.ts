/** Search parameters as the address holds them: text, in a list only where a name is repeated. */
export type PlainSearch = Record<string, string | string[]>;

/** Reads a query string. No value is taken for a number, a truth value or JSON. */
export function parseSearch(query: string): PlainSearch {
  const read = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = read.get(name);
    read.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(read);
}

/** Writes what `parseSearch` reads; anything but text, alone or in a list, is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat()) if (typeof item === 'string') written.append(name, item);
  }
  const query = written.toString();
  return query === '' ? '' : `?${query}`;
}

/**
 * Types a route's search without reading it. The router writes back what this returns, so a broken
 * parameter stays in the address until the page that can name it has read it.
 */
export function plainSearch(search: Record<string, unknown>): PlainSearch {
  return parseSearch(stringifySearch(search));
}

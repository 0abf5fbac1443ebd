/** Search parameters as text, with a list where a name is repeated. */
export type PlainSearch = Record<string, string | string[]>;

/** Reads a query string. Values stay text: none is parsed as a number, boolean or JSON. */
export function parseSearch(query: string): PlainSearch {
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = parameters.get(name);
    parameters.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(parameters);
}

/** The inverse of `parseSearch`; values and list items that are not text are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat()) if (typeof item === 'string') parameters.append(name, item);
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

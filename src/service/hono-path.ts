/** The path of an endpoint in Hono's syntax: `:siteId` for `{siteId}`, and `:token{[^/]+\\.csv}` for `{token}.csv`. */
export const toHonoPath = (path: string): string =>
  path.replace(/\{(\w+)\}\.csv$/, ':$1{[^/]+\\.csv}').replace(/\{(\w+)\}/g, ':$1');

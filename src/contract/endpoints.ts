/** The seven endpoints of the interface. A name in braces is a path parameter. */
export const endpoints = {
  timeline: { method: 'GET', path: '/v1/sites/{siteId}/reports/timeline' },
  notes: { method: 'POST', path: '/v1/sites/{siteId}/recommendations/{recommendationId}/notes' },
  filters: { method: 'GET', path: '/v1/sites/{siteId}/filters' },
  clients: { method: 'GET', path: '/v1/clients' },
  clientSites: { method: 'GET', path: '/v1/clients/{clientId}/sites' },
  prompt: { method: 'GET', path: '/v1/sites/{siteId}/prompts/{promptId}' },
  scan: { method: 'GET', path: '/v1/sites/{siteId}/scans/{scanId}' },
} as const;
export type EndpointName = keyof typeof endpoints;

type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
type PathParameters<N extends EndpointName> = Record<
  ParameterNames<(typeof endpoints)[N]['path']>,
  string
>;

/** The path of an endpoint with its parameters filled in, each percent-encoded. */
export function pathTo<N extends EndpointName>(name: N, parameters: PathParameters<N>): string {
  const given: Partial<Record<string, string>> = parameters;
  return endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(given[key] ?? ''),
  );
}

const patterns = (Object.keys(endpoints) as EndpointName[]).map((name) => {
  const { method, path } = endpoints[name];
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The method of the endpoint at a path; null if there is no endpoint. */
export const methodAt = (path: string): 'GET' | 'POST' | null =>
  patterns.find(({ pattern }) => pattern.test(path))?.method ?? null;

/** The endpoint with a method and path, which may be percent-encoded; null if there is none. */
export function endpointOf(method: string, path: string): EndpointName | null {
  const found = patterns.find((each) => each.method === method && each.pattern.test(path));
  return found?.name ?? null;
}

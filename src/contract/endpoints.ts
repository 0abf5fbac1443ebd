/** The seven endpoints of v1. A name in braces is a path parameter. */
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

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The methods whose requests have a body. */
export const bodyMethods: string[] = ['POST', 'PUT', 'PATCH'];

export const takesBody = (method: string): boolean => bodyMethods.includes(method);

/** Endpoints by name. */
export type EndpointTable = Readonly<Record<string, { method: HttpMethod; path: string }>>;

/** The value of the `Allow` header for a path with these methods. GET includes HEAD. */
export const allowHeaderOf = (methods: readonly HttpMethod[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');

type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
/** A value for each parameter of a path. */
export type ParametersOf<P extends string> = Record<ParameterNames<P>, string>;
type PathParameters<N extends EndpointName> = ParametersOf<(typeof endpoints)[N]['path']>;

/** Fills in the parameters of a path, each percent-encoded. */
export function fillPath<P extends string>(path: P, parameters: ParametersOf<P>): string {
  const values: Partial<Record<string, string>> = parameters;
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}

/** The path of an endpoint with its parameters filled in, each percent-encoded. */
export const pathTo = <N extends EndpointName>(name: N, parameters: PathParameters<N>): string =>
  fillPath<(typeof endpoints)[N]['path']>(endpoints[name].path, parameters);

/** Creates functions that find the endpoints of a table by path. */
export function createEndpointFinder<T extends EndpointTable>(table: T) {
  const patterns = Object.entries(table).map(([name, { method, path }]) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    // Object.entries widens the keys to string.
    return { name: name as keyof T & string, method, pattern };
  });
  return {
    /** The methods of the endpoints at a path; empty if there is none. */
    methodsAt: (path: string): HttpMethod[] =>
      patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    /** The endpoint for a method and a path, encoded or not; null if there is none. HEAD counts as GET. */
    endpointOf(method: string, path: string): (keyof T & string) | null {
      const listedMethod = method === 'HEAD' ? 'GET' : method;
      const endpoint = patterns.find(
        (candidate) => candidate.method === listedMethod && candidate.pattern.test(path),
      );
      return endpoint?.name ?? null;
    },
  };
}

/** The v1 endpoint for a method and path; null if there is none. */
export const { endpointOf } = createEndpointFinder(endpoints);

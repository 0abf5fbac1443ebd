import { type HttpMethod, isFilled } from '../../src/contract/endpoint.ts';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { type Operation, operations } from '../../src/contract/openapi.ts';
import { sightlineOperations } from '../../src/contract/sightline/openapi.ts';

/** The names of all endpoints. */
export const endpointNames = Object.keys(everyEndpoint) as EndpointName[];

/** What the OpenAPI documents say of each endpoint. */
export const everyOperation: Readonly<Record<EndpointName, Operation<string>>> = {
  ...operations,
  ...sightlineOperations,
};

/** Values of query parameters without which an endpoint gives a 422. */
const requiredQueries: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  pages: { domain: 'acme.example' },
};

/**
 * The path of an endpoint with IDs in place of its path parameters, and the query parameters that it requires.
 * @param ids by the name of the path parameter; a missing one is empty
 */
export function callPathOf(
  name: EndpointName,
  ids: Readonly<Record<string, string | null>>,
  without?: string,
): string {
  const path = everyEndpoint[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(ids[parameter] ?? ''),
  );
  const query = new URLSearchParams(requiredQueries[name]);
  if (without !== undefined) query.delete(without);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The methods of the endpoints at a path; empty if there is none. */
export const methodsAt = (path: string): HttpMethod[] =>
  endpointNames
    .map((name) => everyEndpoint[name])
    .flatMap((endpoint) => (isFilled(endpoint.path, path) ? [endpoint.method] : []));

/** The endpoint for a method and a path; null if there is none. HEAD counts as GET. */
export const endpointOf = (method: string, path: string): EndpointName | null =>
  endpointNames.find(
    (name) =>
      everyEndpoint[name].method === (method === 'HEAD' ? 'GET' : method) &&
      isFilled(everyEndpoint[name].path, path),
  ) ?? null;

import { type HttpMethod, isPathOf } from '../../src/contract/endpoint.ts';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';

/** The names of all endpoints. */
export const endpointNames = Object.keys(everyEndpoint) as EndpointName[];

/** The methods of the endpoints at a path; empty if there is none. */
export const methodsAt = (path: string): HttpMethod[] =>
  endpointNames
    .map((name) => everyEndpoint[name])
    .flatMap((one) => (isPathOf(one, path) ? [one.method] : []));

/** The endpoint for a method and a path; null if there is none. HEAD counts as GET. */
export const endpointOf = (method: string, path: string): EndpointName | null =>
  endpointNames.find(
    (name) =>
      everyEndpoint[name].method === (method === 'HEAD' ? 'GET' : method) &&
      isPathOf(everyEndpoint[name], path),
  ) ?? null;

import { endpointFinder, endpoints } from './endpoints.ts';
import { sightlineEndpoints } from './sightline/endpoints.ts';

/** The endpoints of v1 and Sightline's own. */
export const everyEndpoint = { ...endpoints, ...sightlineEndpoints };
export type AnyEndpointName = keyof typeof everyEndpoint;

/** The method of the endpoint at a path, and the endpoint with a method and path; null if there is none. */
export const { methodAt, endpointOf: anyEndpointOf } = endpointFinder(everyEndpoint);

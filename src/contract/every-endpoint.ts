import { createEndpointFinder, endpoints } from './endpoints.ts';
import { sightlineEndpoints } from './sightline/endpoints.ts';

/** The endpoints of v1 and Sightline's own. */
export const everyEndpoint = { ...endpoints, ...sightlineEndpoints };
export type AnyEndpointName = keyof typeof everyEndpoint;

/** `methodsAt` returns the methods at a path; `anyEndpointOf` returns the endpoint for a method and path, or null. */
export const { methodsAt, endpointOf: anyEndpointOf } = createEndpointFinder(everyEndpoint);

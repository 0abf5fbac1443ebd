import { createEndpointFinder, endpoints } from './endpoints.ts';
import { sightlineEndpoints } from './sightline/endpoints.ts';

/** The endpoints of v1 and Sightline's own. */
export const everyEndpoint = { ...endpoints, ...sightlineEndpoints };
export type AnyEndpointName = keyof typeof everyEndpoint;

/** The methods of the endpoints at a path, empty if there is none; the endpoint for a method and path, or null. */
export const { methodsAt, endpointOf: anyEndpointOf } = createEndpointFinder(everyEndpoint);

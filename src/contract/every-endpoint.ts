import { createEndpointFinder, endpoints } from './endpoints.ts';
import { everySightlineEndpoint } from './sightline/every-sightline-endpoint.ts';

/** The endpoints of v1 and Sightline's own. */
export const everyEndpoint = { ...endpoints, ...everySightlineEndpoint };
export type AnyEndpointName = keyof typeof everyEndpoint;

/** `methodsAt` returns the methods at a path; `anyEndpointOf` returns the endpoint for a method and path, or null. */
export const { methodsAt, endpointOf: anyEndpointOf } = createEndpointFinder(everyEndpoint);

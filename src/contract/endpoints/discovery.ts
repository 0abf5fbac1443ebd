import type { Endpoint } from '../endpoint.ts';

/** The version that discovery and the OpenAPI document state. */
export const sightlineVersion = '1.0.0';

export const discoveryEndpoint = {
  method: 'GET',
  path: '/sightline/v1',
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'none',
} as const satisfies Endpoint;

export const measuringEndpoint = {
  method: 'GET',
  path: '/sightline/v1/measuring',
  capability: 'measuring',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

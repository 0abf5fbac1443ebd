import type { Endpoint } from '../endpoint.ts';

/** The version that discovery and the OpenAPI document state. */
export const sightlineVersion = '1.0.0';

export const discoveryPath = '/sightline/v1';
export const discoveryEndpoint = {
  method: 'GET',
  path: discoveryPath,
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'none',
} as const satisfies Endpoint;

export const measuringPath = '/sightline/v1/measuring';
export const measuringEndpoint = {
  method: 'GET',
  path: measuringPath,
  capability: 'measuring',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

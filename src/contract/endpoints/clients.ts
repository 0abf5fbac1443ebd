import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const clientsEndpoint = {
  method: 'GET',
  path: '/v1/clients',
  capability: null,
  scope: null,
  // A share gets an empty list, since v1 defines no 404 for this endpoint.
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const clientEndpoint = {
  method: 'GET',
  path: '/sightline/v1/clients/{clientId}',
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const createClientEndpoint = {
  method: 'POST',
  path: '/sightline/v1/clients',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const changeClientEndpoint = {
  method: 'PATCH',
  path: '/sightline/v1/clients/{clientId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deleteClientEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/clients/{clientId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const clientsPath = '/v1/clients';
export const clientsEndpoint = {
  method: 'GET',
  path: clientsPath,
  capability: null,
  scope: null,
  // A share gets an empty list, since v1 defines no 404 for this endpoint.
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const clientPath = '/sightline/v1/clients/{clientId}';
export const clientEndpoint = {
  method: 'GET',
  path: clientPath,
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const changeClientEndpoint = {
  method: 'PATCH',
  path: clientPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deleteClientEndpoint = {
  method: 'DELETE',
  path: clientPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

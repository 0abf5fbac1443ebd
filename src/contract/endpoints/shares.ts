import type { Endpoint } from '../endpoint.ts';
import { sharesScope } from '../scopes.ts';

export const sharesPath = '/sightline/v1/sites/{siteId}/shares';
export const sharesEndpoint = {
  method: 'GET',
  path: sharesPath,
  capability: 'shares',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const createShareEndpoint = {
  method: 'POST',
  path: sharesPath,
  capability: 'shares',
  scope: sharesScope,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const revokeSharePath = '/sightline/v1/sites/{siteId}/shares/{shareId}';
export const revokeShareEndpoint = {
  method: 'DELETE',
  path: revokeSharePath,
  capability: 'shares',
  scope: sharesScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const shareEndpoint = {
  method: 'GET',
  path: '/sightline/v1/share',
  capability: 'shares',
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

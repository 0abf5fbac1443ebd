import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const addBrandEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/brands',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const changeBrandEndpoint = {
  method: 'PATCH',
  path: '/sightline/v1/sites/{siteId}/brands/{brandId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deleteBrandEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/sites/{siteId}/brands/{brandId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const clientSitesEndpoint = {
  method: 'GET',
  path: '/v1/clients/{clientId}/sites',
  capability: null,
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const sitesEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites',
  capability: 'sites',
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const siteEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}',
  capability: 'sites',
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const overviewEndpoint = {
  method: 'GET',
  path: '/sightline/v1/overview',
  capability: 'sites',
  scope: null,
  // A share gets no rows, since their figures would include every answer.
  shares: 'any',
  queue: 'cached',
} as const satisfies Endpoint;

export const createSiteEndpoint = {
  method: 'POST',
  path: '/sightline/v1/clients/{clientId}/sites',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const createBusinessSiteEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const changeSiteEndpoint = {
  method: 'PATCH',
  path: '/sightline/v1/sites/{siteId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deleteSiteEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/sites/{siteId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

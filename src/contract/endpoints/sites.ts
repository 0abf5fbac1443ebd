import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const clientSitesPath = '/v1/clients/{clientId}/sites';
export const clientSitesEndpoint = {
  method: 'GET',
  path: clientSitesPath,
  capability: null,
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const sitesPath = '/sightline/v1/sites';
export const sitesEndpoint = {
  method: 'GET',
  path: sitesPath,
  capability: 'sites',
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const sitePath = '/sightline/v1/sites/{siteId}';
export const siteEndpoint = {
  method: 'GET',
  path: sitePath,
  capability: 'sites',
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const overviewPath = '/sightline/v1/overview';
export const overviewEndpoint = {
  method: 'GET',
  path: overviewPath,
  capability: 'sites',
  scope: null,
  // A share gets no rows, since their figures would include every answer.
  shares: 'any',
  queue: 'cached',
} as const satisfies Endpoint;

export const createBusinessSiteEndpoint = {
  method: 'POST',
  path: sitesPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const changeSiteEndpoint = {
  method: 'PATCH',
  path: sitePath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deleteSiteEndpoint = {
  method: 'DELETE',
  path: sitePath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

import type { Endpoint } from '../endpoint.ts';
import { sharesScope } from '../scopes.ts';

export const feedsPath = '/sightline/v1/sites/{siteId}/feeds';
export const feedsEndpoint = {
  method: 'GET',
  path: feedsPath,
  capability: 'feeds',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const createFeedEndpoint = {
  method: 'POST',
  path: feedsPath,
  capability: 'feeds',
  scope: sharesScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const revokeFeedPath = '/sightline/v1/sites/{siteId}/feeds/{feedId}';
export const revokeFeedEndpoint = {
  method: 'DELETE',
  path: revokeFeedPath,
  capability: 'feeds',
  scope: sharesScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const feedEndpoint = {
  method: 'GET',
  path: '/sightline/v1/feeds/{token}.csv',
  capability: 'feeds',
  scope: null,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

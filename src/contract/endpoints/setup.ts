import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const setupEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/setup',
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const saveSetupEndpoint = {
  method: 'PUT',
  path: '/sightline/v1/sites/{siteId}/setup',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const setupMentionsEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/setup/mentions',
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'cached',
} as const satisfies Endpoint;

export const setupJobEndpoint = {
  method: 'GET',
  path: '/sightline/v1/setup-jobs/{jobId}',
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

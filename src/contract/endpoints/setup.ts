import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const setupPath = '/sightline/v1/sites/{siteId}/setup';
export const setupEndpoint = {
  method: 'GET',
  path: setupPath,
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'own',
} as const satisfies Endpoint;

export const saveSetupEndpoint = {
  method: 'PUT',
  path: setupPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const setupMentionsPath = '/sightline/v1/sites/{siteId}/setup/mentions';
export const setupMentionsEndpoint = {
  method: 'GET',
  path: setupMentionsPath,
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'cached',
} as const satisfies Endpoint;

export const setupJobPath = '/sightline/v1/setup-jobs/{jobId}';
export const setupJobEndpoint = {
  method: 'GET',
  path: setupJobPath,
  capability: 'setup',
  scope: null,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

// New clients and sites are here, since only the forms of set-ups create them.
export const createClientPath = '/sightline/v1/clients';
export const createClientEndpoint = {
  method: 'POST',
  path: createClientPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const createSitePath = '/sightline/v1/clients/{clientId}/sites';
export const createSiteEndpoint = {
  method: 'POST',
  path: createSitePath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

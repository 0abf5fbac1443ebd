import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const promptEndpoint = {
  method: 'GET',
  path: '/v1/sites/{siteId}/prompts/{promptId}',
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const promptsEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/prompts',
  capability: 'prompts',
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const addPromptEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/prompts',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const changePromptEndpoint = {
  method: 'PATCH',
  path: '/sightline/v1/sites/{siteId}/prompts/{promptId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const deletePromptEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/sites/{siteId}/prompts/{promptId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const promptPath = '/v1/sites/{siteId}/prompts/{promptId}';
export const promptEndpoint = {
  method: 'GET',
  path: promptPath,
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const promptsPath = '/sightline/v1/sites/{siteId}/prompts';
export const promptsEndpoint = {
  method: 'GET',
  path: promptsPath,
  capability: 'prompts',
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const addPromptEndpoint = {
  method: 'POST',
  path: promptsPath,
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

import type { Endpoint } from '../endpoint.ts';
import { scansScope } from '../scopes.ts';

export const answersEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/answers',
  capability: 'answers',
  scope: null,
  shares: ['answers'],
  queue: 'reports',
} as const satisfies Endpoint;

export const answerEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/answers/{answerId}',
  capability: 'answers',
  scope: null,
  shares: ['answers'],
  queue: 'reports',
} as const satisfies Endpoint;

export const rawResponseEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/answers/{answerId}/raw',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

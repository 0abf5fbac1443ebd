import type { Endpoint } from '../endpoint.ts';
import { scansScope } from '../scopes.ts';

export const answersPath = '/sightline/v1/sites/{siteId}/answers';
export const answersEndpoint = {
  method: 'GET',
  path: answersPath,
  capability: 'answers',
  scope: null,
  shares: ['answers'],
  queue: 'reports',
} as const satisfies Endpoint;

export const answerPath = '/sightline/v1/sites/{siteId}/answers/{answerId}';
export const answerEndpoint = {
  method: 'GET',
  path: answerPath,
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

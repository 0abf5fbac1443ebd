import type { Endpoint } from '../endpoint.ts';

export const timelineEndpoint = {
  method: 'GET',
  path: '/v1/sites/{siteId}/reports/timeline',
  capability: null,
  scope: null,
  shares: ['timeline', 'matrix', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const filtersEndpoint = {
  method: 'GET',
  path: '/v1/sites/{siteId}/filters',
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const countsEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/counts',
  capability: 'counts',
  scope: null,
  shares: 'any',
  queue: 'cached',
} as const satisfies Endpoint;

export const matrixEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/matrix',
  capability: 'matrix',
  scope: null,
  shares: ['matrix', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const sourcesEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/sources',
  capability: 'sources',
  scope: null,
  shares: ['sources', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const domainsEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/domains',
  capability: 'domains',
  scope: null,
  shares: ['sources'],
  queue: 'cached',
} as const satisfies Endpoint;

export const pagesEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/pages',
  capability: 'pages',
  scope: null,
  shares: ['sources'],
  queue: 'cached',
} as const satisfies Endpoint;

export const searchesEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/searches',
  capability: 'searches',
  scope: null,
  shares: ['answers'],
  queue: 'cached',
} as const satisfies Endpoint;

export const promptsReportEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/reports/prompts',
  capability: 'prompts',
  scope: null,
  shares: ['timeline', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

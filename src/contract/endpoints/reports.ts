import type { Endpoint } from '../endpoint.ts';

export const timelinePath = '/v1/sites/{siteId}/reports/timeline';
export const timelineEndpoint = {
  method: 'GET',
  path: timelinePath,
  capability: null,
  scope: null,
  shares: ['timeline', 'matrix', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const filtersPath = '/v1/sites/{siteId}/filters';
export const filtersEndpoint = {
  method: 'GET',
  path: filtersPath,
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const countsPath = '/sightline/v1/sites/{siteId}/reports/counts';
export const countsEndpoint = {
  method: 'GET',
  path: countsPath,
  capability: 'counts',
  scope: null,
  shares: 'any',
  queue: 'cached',
} as const satisfies Endpoint;

export const matrixPath = '/sightline/v1/sites/{siteId}/reports/matrix';
export const matrixEndpoint = {
  method: 'GET',
  path: matrixPath,
  capability: 'matrix',
  scope: null,
  shares: ['matrix', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const sourcesPath = '/sightline/v1/sites/{siteId}/reports/sources';
export const sourcesEndpoint = {
  method: 'GET',
  path: sourcesPath,
  capability: 'sources',
  scope: null,
  shares: ['sources', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

export const domainsPath = '/sightline/v1/sites/{siteId}/reports/domains';
export const domainsEndpoint = {
  method: 'GET',
  path: domainsPath,
  capability: 'domains',
  scope: null,
  shares: ['sources'],
  queue: 'cached',
} as const satisfies Endpoint;

export const pagesPath = '/sightline/v1/sites/{siteId}/reports/pages';
export const pagesEndpoint = {
  method: 'GET',
  path: pagesPath,
  capability: 'pages',
  scope: null,
  shares: ['sources'],
  queue: 'cached',
} as const satisfies Endpoint;

export const searchesPath = '/sightline/v1/sites/{siteId}/reports/searches';
export const searchesEndpoint = {
  method: 'GET',
  path: searchesPath,
  capability: 'searches',
  scope: null,
  shares: ['answers'],
  queue: 'cached',
} as const satisfies Endpoint;

export const promptsReportPath = '/sightline/v1/sites/{siteId}/reports/prompts';
export const promptsReportEndpoint = {
  method: 'GET',
  path: promptsReportPath,
  capability: 'prompts',
  scope: null,
  shares: ['timeline', 'report'],
  queue: 'cached',
} as const satisfies Endpoint;

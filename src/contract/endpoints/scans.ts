import type { Endpoint } from '../endpoint.ts';
import { setupScope } from '../scopes.ts';

export const scanPath = '/v1/sites/{siteId}/scans/{scanId}';
export const scanEndpoint = {
  method: 'GET',
  path: scanPath,
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const scansPath = '/sightline/v1/sites/{siteId}/scans';
export const scansEndpoint = {
  method: 'GET',
  path: scansPath,
  capability: 'scans',
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const deleteScanPath = '/sightline/v1/sites/{siteId}/scans/{scanId}';
export const deleteScanEndpoint = {
  method: 'DELETE',
  path: deleteScanPath,
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

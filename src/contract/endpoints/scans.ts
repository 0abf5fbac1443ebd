import type { Endpoint } from '../endpoint.ts';
import { scansScope, setupScope } from '../scopes.ts';

export const scanEndpoint = {
  method: 'GET',
  path: '/v1/sites/{siteId}/scans/{scanId}',
  capability: null,
  scope: null,
  shares: 'any',
  queue: 'light',
} as const satisfies Endpoint;

export const scansEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/scans',
  capability: 'scans',
  scope: null,
  shares: 'any',
  queue: 'reports',
} as const satisfies Endpoint;

export const deleteScanEndpoint = {
  method: 'DELETE',
  path: '/sightline/v1/sites/{siteId}/scans/{scanId}',
  capability: 'setup',
  scope: setupScope,
  shares: 'none',
  queue: 'changes',
} as const satisfies Endpoint;

export const collectingEndpoint = {
  method: 'GET',
  path: '/sightline/v1/collecting',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const accountCollectionEndpoint = {
  method: 'GET',
  path: '/sightline/v1/collection',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectionEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/collection',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectedScansEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/collection/scans',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectedScanEndpoint = {
  method: 'GET',
  path: '/sightline/v1/sites/{siteId}/scans/{scanId}',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const runScanEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/scans',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const cancelScanEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/scans/{scanId}/cancel',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const retryScanEndpoint = {
  method: 'POST',
  path: '/sightline/v1/sites/{siteId}/scans/{scanId}/retry',
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

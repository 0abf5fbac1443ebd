import type { Endpoint } from '../endpoint.ts';
import { scansScope } from '../scopes.ts';

export const collectingPath = '/sightline/v1/collecting';
export const collectingEndpoint = {
  method: 'GET',
  path: collectingPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const accountCollectionPath = '/sightline/v1/collection';
export const accountCollectionEndpoint = {
  method: 'GET',
  path: accountCollectionPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectionPath = '/sightline/v1/sites/{siteId}/collection';
export const collectionEndpoint = {
  method: 'GET',
  path: collectionPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectedScansPath = '/sightline/v1/sites/{siteId}/collection/scans';
export const collectedScansEndpoint = {
  method: 'GET',
  path: collectedScansPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const collectedScanPath = '/sightline/v1/sites/{siteId}/scans/{scanId}';
export const collectedScanEndpoint = {
  method: 'GET',
  path: collectedScanPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const runScanPath = '/sightline/v1/sites/{siteId}/scans';
export const runScanEndpoint = {
  method: 'POST',
  path: runScanPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const cancelScanPath = '/sightline/v1/sites/{siteId}/scans/{scanId}/cancel';
export const cancelScanEndpoint = {
  method: 'POST',
  path: cancelScanPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

export const retryScanPath = '/sightline/v1/sites/{siteId}/scans/{scanId}/retry';
export const retryScanEndpoint = {
  method: 'POST',
  path: retryScanPath,
  capability: 'collect',
  scope: scansScope,
  shares: 'none',
  queue: 'light',
} as const satisfies Endpoint;

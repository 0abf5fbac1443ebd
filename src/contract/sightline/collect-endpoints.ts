import { fillPath, type ParametersOf } from '../endpoints.ts';

/** The endpoints of scans that the service runs itself, in the form of `sightlineEndpoints`. */
export const collectEndpoints = {
  collecting: { method: 'GET', path: '/sightline/v1/collecting', capability: 'collect' },
  accountCollection: { method: 'GET', path: '/sightline/v1/collection', capability: 'collect' },
  collection: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/collection',
    capability: 'collect',
  },
  collectedScans: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/collection/scans',
    capability: 'collect',
  },
  collectedScan: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/scans/{scanId}',
    capability: 'collect',
  },
  runScan: { method: 'POST', path: '/sightline/v1/sites/{siteId}/scans', capability: 'collect' },
  cancelScan: {
    method: 'POST',
    path: '/sightline/v1/sites/{siteId}/scans/{scanId}/cancel',
    capability: 'collect',
  },
  retryScan: {
    method: 'POST',
    path: '/sightline/v1/sites/{siteId}/scans/{scanId}/retry',
    capability: 'collect',
  },
  rawResponse: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/answers/{answerId}/raw',
    capability: 'collect',
  },
} as const;
export type CollectEndpointName = keyof typeof collectEndpoints;

/** The path of an endpoint of scans with its parameters filled in, each percent-encoded. */
export const collectPathTo = <N extends CollectEndpointName>(
  name: N,
  parameters: ParametersOf<(typeof collectEndpoints)[N]['path']>,
): string =>
  fillPath<(typeof collectEndpoints)[N]['path']>(collectEndpoints[name].path, parameters);

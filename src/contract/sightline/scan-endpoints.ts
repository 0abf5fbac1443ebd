import { fillPath, type ParametersOf } from '../endpoints.ts';

/** The endpoints of scans that the service runs itself, in the form of `sightlineEndpoints`. */
export const scanEndpoints = {
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
export type ScanEndpointName = keyof typeof scanEndpoints;

/** The path of an endpoint of scans with its parameters filled in, each percent-encoded. */
export const scanPathTo = <N extends ScanEndpointName>(
  name: N,
  parameters: ParametersOf<(typeof scanEndpoints)[N]['path']>,
): string => fillPath<(typeof scanEndpoints)[N]['path']>(scanEndpoints[name].path, parameters);

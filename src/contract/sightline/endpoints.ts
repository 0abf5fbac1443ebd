import { createEndpointFinder, fillPath, type ParametersOf } from '../endpoints.ts';
import { overviewPath } from './overview-path.ts';
import { promptsPath, promptsReportPath } from './prompt-paths.ts';

/** The version that discovery and the OpenAPI document state. */
export const sightlineVersion = '1.0.0';

/**
 * The endpoints of Sightline's own API. A name in braces is a path parameter. Every endpoint except discovery belongs
 * to a capability. The built-in service implements all endpoints and announces every capability, except that it
 * announces `measuring` only while sites are measured again. If called with the secret of a share, it announces only
 * those whose endpoints are all open to the share.
 */
export const sightlineEndpoints = {
  discovery: { method: 'GET', path: '/sightline/v1', capability: null },
  sites: { method: 'GET', path: '/sightline/v1/sites', capability: 'sites' },
  site: { method: 'GET', path: '/sightline/v1/sites/{siteId}', capability: 'sites' },
  overview: { method: 'GET', path: overviewPath, capability: 'sites' },
  scans: { method: 'GET', path: '/sightline/v1/sites/{siteId}/scans', capability: 'scans' },
  measuring: { method: 'GET', path: '/sightline/v1/measuring', capability: 'measuring' },
  counts: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/counts',
    capability: 'counts',
  },
  matrix: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/matrix',
    capability: 'matrix',
  },
  answers: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/answers',
    capability: 'answers',
  },
  answer: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/answers/{answerId}',
    capability: 'answers',
  },
  sources: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/sources',
    capability: 'sources',
  },
  domains: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/domains',
    capability: 'domains',
  },
  pages: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/pages',
    capability: 'pages',
  },
  recommendations: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/recommendations',
    capability: 'recommendations',
  },
  recommendationNotes: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes',
    capability: 'recommendations',
  },
  shares: { method: 'GET', path: '/sightline/v1/sites/{siteId}/shares', capability: 'shares' },
  createShare: {
    method: 'POST',
    path: '/sightline/v1/sites/{siteId}/shares',
    capability: 'shares',
  },
  revokeShare: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/shares/{shareId}',
    capability: 'shares',
  },
  share: { method: 'GET', path: '/sightline/v1/share', capability: 'shares' },
  feeds: { method: 'GET', path: '/sightline/v1/sites/{siteId}/feeds', capability: 'feeds' },
  createFeed: { method: 'POST', path: '/sightline/v1/sites/{siteId}/feeds', capability: 'feeds' },
  revokeFeed: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/feeds/{feedId}',
    capability: 'feeds',
  },
  feed: { method: 'GET', path: '/sightline/v1/feeds/{token}.csv', capability: 'feeds' },
  prompts: { method: 'GET', path: promptsPath, capability: 'prompts' },
  promptsReport: {
    method: 'GET',
    path: promptsReportPath,
    capability: 'prompts',
  },
  client: { method: 'GET', path: '/sightline/v1/clients/{clientId}', capability: 'setup' },
  createClient: { method: 'POST', path: '/sightline/v1/clients', capability: 'setup' },
  changeClient: { method: 'PATCH', path: '/sightline/v1/clients/{clientId}', capability: 'setup' },
  deleteClient: { method: 'DELETE', path: '/sightline/v1/clients/{clientId}', capability: 'setup' },
  createSite: {
    method: 'POST',
    path: '/sightline/v1/clients/{clientId}/sites',
    capability: 'setup',
  },
  createBusinessSite: { method: 'POST', path: '/sightline/v1/sites', capability: 'setup' },
  changeSite: { method: 'PATCH', path: '/sightline/v1/sites/{siteId}', capability: 'setup' },
  deleteSite: { method: 'DELETE', path: '/sightline/v1/sites/{siteId}', capability: 'setup' },
  setup: { method: 'GET', path: '/sightline/v1/sites/{siteId}/setup', capability: 'setup' },
  saveSetup: { method: 'PUT', path: '/sightline/v1/sites/{siteId}/setup', capability: 'setup' },
  setupMentions: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/setup/mentions',
    capability: 'setup',
  },
  addBrand: { method: 'POST', path: '/sightline/v1/sites/{siteId}/brands', capability: 'setup' },
  changeBrand: {
    method: 'PATCH',
    path: '/sightline/v1/sites/{siteId}/brands/{brandId}',
    capability: 'setup',
  },
  deleteBrand: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/brands/{brandId}',
    capability: 'setup',
  },
  addPrompt: { method: 'POST', path: promptsPath, capability: 'setup' },
  changePrompt: {
    method: 'PATCH',
    path: '/sightline/v1/sites/{siteId}/prompts/{promptId}',
    capability: 'setup',
  },
  deletePrompt: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/prompts/{promptId}',
    capability: 'setup',
  },
  deleteScan: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/scans/{scanId}',
    capability: 'setup',
  },
  setupJob: { method: 'GET', path: '/sightline/v1/setup-jobs/{jobId}', capability: 'setup' },
} as const;
export type SightlineEndpointName = keyof typeof sightlineEndpoints;

/** The endpoint of Sightline's own API for a method and a path; null if there is none. */
export const { endpointOf: sightlineEndpointOf } = createEndpointFinder(sightlineEndpoints);

/** What the service offers beyond v1, in the order of `sightlineEndpoints`. */
export const capabilities: readonly string[] = [
  ...new Set(Object.values(sightlineEndpoints).flatMap(({ capability }) => capability ?? [])),
];

/** The path of one of Sightline's own endpoints with its parameters filled in, each percent-encoded. */
export const sightlinePathTo = <N extends SightlineEndpointName>(
  name: N,
  parameters: ParametersOf<(typeof sightlineEndpoints)[N]['path']>,
): string =>
  fillPath<(typeof sightlineEndpoints)[N]['path']>(sightlineEndpoints[name].path, parameters);

import { fillPath, type ParametersOf } from '../endpoints.ts';
import { overviewPath } from './overview-path.ts';
import { promptsPath, promptsReportPath } from './prompt-paths.ts';

/** The version that discovery and the OpenAPI document state. */
export const sightlineVersion = '1.0.0';

/**
 * The endpoints of Sightline's own API, except those of set-ups, which most pages do not need. A name in braces is a path
 * parameter. Every endpoint except discovery belongs to a capability. The built-in service implements all endpoints and
 * announces every capability, except that it announces `measuring` only while sites are measured again. If called with
 * the secret of a share, it announces only those whose endpoints are all open to the share.
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
  searches: {
    method: 'GET',
    path: '/sightline/v1/sites/{siteId}/reports/searches',
    capability: 'searches',
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
  addNote: {
    method: 'POST',
    path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes',
    capability: 'notes',
  },
  changeNote: {
    method: 'PATCH',
    path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes/{noteId}',
    capability: 'notes',
  },
  deleteNote: {
    method: 'DELETE',
    path: '/sightline/v1/sites/{siteId}/recommendations/{recommendationId}/notes/{noteId}',
    capability: 'notes',
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
} as const;
export type SightlineEndpointName = keyof typeof sightlineEndpoints;

/** The path of one of Sightline's own endpoints with its parameters filled in, each percent-encoded. */
export const sightlinePathTo = <N extends SightlineEndpointName>(
  name: N,
  parameters: ParametersOf<(typeof sightlineEndpoints)[N]['path']>,
): string =>
  fillPath<(typeof sightlineEndpoints)[N]['path']>(sightlineEndpoints[name].path, parameters);

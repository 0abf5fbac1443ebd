import { fillPath, type ParametersOf } from '../endpoints.ts';
import { promptsPath } from './prompt-paths.ts';

/** The endpoints that read and change set-ups, in the form of `sightlineEndpoints`. */
export const setupEndpoints = {
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
export type SetupEndpointName = keyof typeof setupEndpoints;

/** The path of an endpoint of set-ups with its parameters filled in, each percent-encoded. */
export const setupPathTo = <N extends SetupEndpointName>(
  name: N,
  parameters: ParametersOf<(typeof setupEndpoints)[N]['path']>,
): string => fillPath<(typeof setupEndpoints)[N]['path']>(setupEndpoints[name].path, parameters);

import type { AnyEndpointName } from '../../contract/every-endpoint.ts';
import {
  type EverySightlineEndpointName,
  everySightlineEndpoint,
} from '../../contract/sightline/every-sightline-endpoint.ts';
import type { SharePage } from '../../contract/sightline/shares.ts';
import type { ShareFilter } from '../store/share-filter.ts';

/** Which shares each endpoint is open to: those with at least one of the listed pages, `any` share, or `none`. */
const pagesByEndpoint: Record<AnyEndpointName, readonly SharePage[] | 'any' | 'none'> = {
  timeline: ['timeline', 'matrix', 'report'],
  notes: 'none',
  filters: 'any',
  // A share gets an empty list, since v1 defines no 404 for this endpoint.
  clients: 'any',
  clientSites: 'none',
  prompt: 'any',
  scan: 'any',
  discovery: 'any',
  sites: 'any',
  site: 'any',
  // A share gets no rows, since their figures would include every answer.
  overview: 'any',
  scans: 'any',
  measuring: 'none',
  counts: 'any',
  matrix: ['matrix', 'report'],
  answers: ['answers'],
  answer: ['answers'],
  sources: ['sources', 'report'],
  domains: ['sources'],
  pages: ['sources'],
  searches: ['answers'],
  recommendations: 'none',
  recommendationNotes: 'none',
  addNote: 'none',
  changeNote: 'none',
  deleteNote: 'none',
  prompts: 'any',
  promptsReport: ['timeline', 'report'],
  shares: 'none',
  createShare: 'none',
  revokeShare: 'none',
  share: 'any',
  feeds: 'none',
  createFeed: 'none',
  revokeFeed: 'none',
  feed: 'none',
  client: 'none',
  createClient: 'none',
  changeClient: 'none',
  deleteClient: 'none',
  createSite: 'none',
  createBusinessSite: 'none',
  changeSite: 'none',
  deleteSite: 'none',
  setup: 'none',
  saveSetup: 'none',
  setupMentions: 'none',
  addBrand: 'none',
  changeBrand: 'none',
  deleteBrand: 'none',
  addPrompt: 'none',
  changePrompt: 'none',
  deletePrompt: 'none',
  deleteScan: 'none',
  setupJob: 'none',
  collecting: 'none',
  accountCollection: 'none',
  collection: 'none',
  collectedScans: 'none',
  collectedScan: 'none',
  runScan: 'none',
  cancelScan: 'none',
  retryScan: 'none',
  rawResponse: 'none',
};

/**
 * Whether an endpoint exists for a share or feed. For a feed, only the `feed` endpoint does. If a share includes the
 * matrix but neither the timeline nor the report, its requests to the `timeline` endpoint must group by platform or by
 * region, as the matrix does.
 */
export function isEndpointOpen(
  endpoint: AnyEndpointName,
  shareFilter: ShareFilter,
  search: URLSearchParams,
): boolean {
  if (shareFilter.kind === 'feed') return endpoint === 'feed';
  const pages = pagesByEndpoint[endpoint];
  if (typeof pages === 'string') return pages === 'any';
  const sharedPages = pages.filter((page) => shareFilter.pages.includes(page));
  const isMatrixOnly = endpoint === 'timeline' && sharedPages.every((page) => page === 'matrix');
  if (!isMatrixOnly) return sharedPages.length > 0;
  return sharedPages.length > 0 && ['platform', 'region'].includes(search.get('groupBy') ?? '');
}

/** The capabilities whose endpoints all exist for a share. */
export const sharedCapabilitiesOf = (shareFilter: ShareFilter): string[] => {
  const missingCapabilities = new Set<string | null>();
  const allCapabilities = new Set<string>();
  // Object.keys widens the names to string.
  for (const name of Object.keys(everySightlineEndpoint) as EverySightlineEndpointName[]) {
    const { capability } = everySightlineEndpoint[name];
    if (capability !== null) allCapabilities.add(capability);
    if (!isEndpointOpen(name, shareFilter, new URLSearchParams()))
      missingCapabilities.add(capability);
  }
  return [...allCapabilities].filter((capability) => !missingCapabilities.has(capability));
};

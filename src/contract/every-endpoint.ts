import { type Endpoint, fillPath, type ParametersOf } from './endpoint.ts';
import { answerEndpoint, answersEndpoint, rawResponseEndpoint } from './endpoints/answers.ts';
import { addBrandEndpoint, changeBrandEndpoint, deleteBrandEndpoint } from './endpoints/brands.ts';
import {
  changeClientEndpoint,
  clientEndpoint,
  clientsEndpoint,
  deleteClientEndpoint,
} from './endpoints/clients.ts';
import { discoveryEndpoint, measuringEndpoint } from './endpoints/discovery.ts';
import {
  createFeedEndpoint,
  feedEndpoint,
  feedsEndpoint,
  revokeFeedEndpoint,
} from './endpoints/feeds.ts';
import {
  addNoteEndpoint,
  changeNoteEndpoint,
  deleteNoteEndpoint,
  notesEndpoint,
  recommendationNotesEndpoint,
  recommendationsEndpoint,
} from './endpoints/notes.ts';
import {
  addPromptEndpoint,
  changePromptEndpoint,
  deletePromptEndpoint,
  promptEndpoint,
  promptsEndpoint,
} from './endpoints/prompts.ts';
import {
  countsEndpoint,
  domainsEndpoint,
  filtersEndpoint,
  matrixEndpoint,
  pagesEndpoint,
  promptsReportEndpoint,
  searchesEndpoint,
  sourcesEndpoint,
  timelineEndpoint,
} from './endpoints/reports.ts';
import {
  accountCollectionEndpoint,
  cancelScanEndpoint,
  collectedScanEndpoint,
  collectedScansEndpoint,
  collectingEndpoint,
  collectionEndpoint,
  retryScanEndpoint,
  runScanEndpoint,
} from './endpoints/scan-runs.ts';
import { deleteScanEndpoint, scanEndpoint, scansEndpoint } from './endpoints/scans.ts';
import {
  createClientEndpoint,
  createSiteEndpoint,
  saveSetupEndpoint,
  setupEndpoint,
  setupJobEndpoint,
  setupMentionsEndpoint,
} from './endpoints/setup.ts';
import {
  createShareEndpoint,
  revokeShareEndpoint,
  shareEndpoint,
  sharesEndpoint,
} from './endpoints/shares.ts';
import {
  changeSiteEndpoint,
  clientSitesEndpoint,
  createBusinessSiteEndpoint,
  deleteSiteEndpoint,
  overviewEndpoint,
  siteEndpoint,
  sitesEndpoint,
} from './endpoints/sites.ts';

/** Every endpoint: the seven of v1, then those of Sightline's own API, in the order of the OpenAPI documents. */
export const everyEndpoint = {
  timeline: timelineEndpoint,
  notes: notesEndpoint,
  filters: filtersEndpoint,
  clients: clientsEndpoint,
  clientSites: clientSitesEndpoint,
  prompt: promptEndpoint,
  scan: scanEndpoint,
  discovery: discoveryEndpoint,
  sites: sitesEndpoint,
  site: siteEndpoint,
  overview: overviewEndpoint,
  scans: scansEndpoint,
  measuring: measuringEndpoint,
  counts: countsEndpoint,
  matrix: matrixEndpoint,
  answers: answersEndpoint,
  answer: answerEndpoint,
  sources: sourcesEndpoint,
  domains: domainsEndpoint,
  pages: pagesEndpoint,
  searches: searchesEndpoint,
  recommendations: recommendationsEndpoint,
  recommendationNotes: recommendationNotesEndpoint,
  addNote: addNoteEndpoint,
  changeNote: changeNoteEndpoint,
  deleteNote: deleteNoteEndpoint,
  shares: sharesEndpoint,
  createShare: createShareEndpoint,
  revokeShare: revokeShareEndpoint,
  share: shareEndpoint,
  feeds: feedsEndpoint,
  createFeed: createFeedEndpoint,
  revokeFeed: revokeFeedEndpoint,
  feed: feedEndpoint,
  prompts: promptsEndpoint,
  promptsReport: promptsReportEndpoint,
  client: clientEndpoint,
  createClient: createClientEndpoint,
  changeClient: changeClientEndpoint,
  deleteClient: deleteClientEndpoint,
  createSite: createSiteEndpoint,
  createBusinessSite: createBusinessSiteEndpoint,
  changeSite: changeSiteEndpoint,
  deleteSite: deleteSiteEndpoint,
  setup: setupEndpoint,
  saveSetup: saveSetupEndpoint,
  setupMentions: setupMentionsEndpoint,
  addBrand: addBrandEndpoint,
  changeBrand: changeBrandEndpoint,
  deleteBrand: deleteBrandEndpoint,
  addPrompt: addPromptEndpoint,
  changePrompt: changePromptEndpoint,
  deletePrompt: deletePromptEndpoint,
  deleteScan: deleteScanEndpoint,
  setupJob: setupJobEndpoint,
  collecting: collectingEndpoint,
  accountCollection: accountCollectionEndpoint,
  collection: collectionEndpoint,
  collectedScans: collectedScansEndpoint,
  collectedScan: collectedScanEndpoint,
  runScan: runScanEndpoint,
  cancelScan: cancelScanEndpoint,
  retryScan: retryScanEndpoint,
  rawResponse: rawResponseEndpoint,
} as const;
type Endpoints = typeof everyEndpoint;
export type EndpointName = keyof Endpoints;

/** The names and endpoints of the interface whose paths begin with a prefix. */
export const endpointsBelow = (prefix: '/v1/' | '/sightline/') =>
  // Object.entries widens the names to string.
  (Object.entries(everyEndpoint) as [EndpointName, Endpoint][]).filter(([, { path }]) =>
    path.startsWith(prefix),
  );

/** The names of the endpoints at each path, without its parameters filled in. */
export const namesByPath: ReadonlyMap<string, EndpointName[]> = Map.groupBy(
  Object.keys(everyEndpoint) as EndpointName[],
  (name) => everyEndpoint[name].path,
);

/** The endpoint among those of a path that has a method; HEAD counts as GET. */
export const findMethod = (
  names: readonly EndpointName[],
  method: string,
): EndpointName | undefined =>
  names.find((name) => everyEndpoint[name].method === (method === 'HEAD' ? 'GET' : method));

/** The names of the endpoints with certain properties. */
type NamesWith<E> = {
  [N in EndpointName]: Endpoints[N] extends E ? N : never;
}[EndpointName];
/** Endpoints that read something. */
export type ReadingEndpointName = NamesWith<{ method: 'GET' }>;
export type V1EndpointName = NamesWith<{ path: `/v1/${string}` }>;
export type SightlineEndpointName = NamesWith<{ path: `/sightline/${string}` }>;
export type SetupEndpointName = NamesWith<{ capability: 'setup' }>;
export type ScanEndpointName = NamesWith<{ capability: 'collect' }>;

/** The path of an endpoint with its parameters filled in, each percent-encoded. */
export const pathTo = <N extends EndpointName>(
  name: N,
  parameters: ParametersOf<Endpoints[N]['path']>,
): string => fillPath<Endpoints[N]['path']>(everyEndpoint[name].path, parameters);

/** What the service offers beyond v1, in the order of `everyEndpoint`. */
export const capabilities: readonly string[] = [
  ...new Set(Object.values(everyEndpoint).flatMap(({ capability }) => capability ?? [])),
];

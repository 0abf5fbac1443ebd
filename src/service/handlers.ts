import type { EndpointName } from '../contract/every-endpoint.ts';
import { answerRoute, answersRoute } from './routes/answers.ts';
import { addBrandRoute, changeBrandRoute, deleteBrandRoute } from './routes/brands.ts';
import {
  changeClientRoute,
  clientRoute,
  clientsRoute,
  createClientRoute,
  deleteClientRoute,
} from './routes/clients.ts';
import { countsRoute } from './routes/counts.ts';
import { discoveryRoute } from './routes/discovery.ts';
import { domainsRoute } from './routes/domains.ts';
import { feedRoute } from './routes/feed.ts';
import { createFeedRoute, feedsRoute } from './routes/feeds.ts';
import { filtersRoute } from './routes/filters.ts';
import { matrixRoute } from './routes/matrix.ts';
import { measuringRoute } from './routes/measuring.ts';
import { addNoteRoute, changeNoteRoute, deleteNoteRoute, notesRoute } from './routes/notes.ts';
import { overviewRoute } from './routes/overview.ts';
import { pagesRoute } from './routes/pages.ts';
import { addPromptRoute, changePromptRoute, deletePromptRoute } from './routes/prompt-changes.ts';
import { promptRoute, promptsRoute } from './routes/prompts.ts';
import { promptsReportRoute } from './routes/prompts-report.ts';
import { rawResponseRoute } from './routes/raw-response.ts';
import { recommendationNotesRoute, recommendationsRoute } from './routes/recommendations.ts';
import type { Route } from './routes/route.ts';
import { runningScansRoute } from './routes/running-scans.ts';
import {
  cancelScanRoute,
  retryScanRoute,
  runScanRoute,
  scanRunRoute,
  scanRunsRoute,
} from './routes/scan-runs.ts';
import { scanOptionsRoute, siteScanSettingsRoute } from './routes/scan-settings.ts';
import { scanRoute, scansRoute } from './routes/scans.ts';
import { searchesRoute } from './routes/searches.ts';
import { saveSetupRoute, setupJobRoute, setupMentionsRoute, setupRoute } from './routes/setup.ts';
import {
  createShareRoute,
  revokeFeedRoute,
  revokeShareRoute,
  shareRoute,
  sharesRoute,
} from './routes/shares.ts';
import {
  changeSiteRoute,
  createBusinessSiteRoute,
  createSiteRoute,
  deleteScanRoute,
  deleteSiteRoute,
} from './routes/site-changes.ts';
import { clientSitesRoute, siteRoute, sitesRoute } from './routes/sites.ts';
import { sourcesRoute } from './routes/sources.ts';
import { timelineRoute } from './routes/timeline.ts';

/** The handler of each endpoint. */
export const routes: Record<EndpointName, Route> = {
  timeline: timelineRoute,
  notes: notesRoute,
  filters: filtersRoute,
  clients: clientsRoute,
  clientSites: clientSitesRoute,
  prompt: promptRoute,
  scan: scanRoute,
  discovery: discoveryRoute,
  sites: sitesRoute,
  site: siteRoute,
  overview: overviewRoute,
  scans: scansRoute,
  measuring: measuringRoute,
  counts: countsRoute,
  matrix: matrixRoute,
  answers: answersRoute,
  answer: answerRoute,
  sources: sourcesRoute,
  domains: domainsRoute,
  pages: pagesRoute,
  searches: searchesRoute,
  recommendations: recommendationsRoute,
  recommendationNotes: recommendationNotesRoute,
  addNote: addNoteRoute,
  changeNote: changeNoteRoute,
  deleteNote: deleteNoteRoute,
  prompts: promptsRoute,
  promptsReport: promptsReportRoute,
  shares: sharesRoute,
  createShare: createShareRoute,
  revokeShare: revokeShareRoute,
  share: shareRoute,
  feeds: feedsRoute,
  createFeed: createFeedRoute,
  revokeFeed: revokeFeedRoute,
  feed: feedRoute,
  client: clientRoute,
  createClient: createClientRoute,
  changeClient: changeClientRoute,
  deleteClient: deleteClientRoute,
  createSite: createSiteRoute,
  createBusinessSite: createBusinessSiteRoute,
  changeSite: changeSiteRoute,
  deleteSite: deleteSiteRoute,
  setup: setupRoute,
  saveSetup: saveSetupRoute,
  setupMentions: setupMentionsRoute,
  addBrand: addBrandRoute,
  changeBrand: changeBrandRoute,
  deleteBrand: deleteBrandRoute,
  addPrompt: addPromptRoute,
  changePrompt: changePromptRoute,
  deletePrompt: deletePromptRoute,
  deleteScan: deleteScanRoute,
  setupJob: setupJobRoute,
  collecting: runningScansRoute,
  accountCollection: scanOptionsRoute,
  collection: siteScanSettingsRoute,
  collectedScans: scanRunsRoute,
  collectedScan: scanRunRoute,
  runScan: runScanRoute,
  cancelScan: cancelScanRoute,
  retryScan: retryScanRoute,
  rawResponse: rawResponseRoute,
};

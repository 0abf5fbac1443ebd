import type { EndpointName } from '../contract/every-endpoint.ts';
import { clientSitesRoute } from './routes/client-sites.ts';
import { clientsRoute } from './routes/clients.ts';
import { filtersRoute } from './routes/filters.ts';
import { notesRoute } from './routes/notes.ts';
import { promptRoute } from './routes/prompt.ts';
import type { Route } from './routes/route.ts';
import { scanRoute } from './routes/scan.ts';
import { answerRoute } from './routes/sightline/answer.ts';
import { answersRoute } from './routes/sightline/answers.ts';
import { addBrandRoute, changeBrandRoute, deleteBrandRoute } from './routes/sightline/brands.ts';
import {
  changeClientRoute,
  clientRoute,
  createClientRoute,
  deleteClientRoute,
} from './routes/sightline/client.ts';
import { countsRoute } from './routes/sightline/counts.ts';
import { discoveryRoute } from './routes/sightline/discovery.ts';
import { domainsRoute } from './routes/sightline/domains.ts';
import { feedRoute } from './routes/sightline/feed.ts';
import { createFeedRoute, feedsRoute } from './routes/sightline/feeds.ts';
import { matrixRoute } from './routes/sightline/matrix.ts';
import { measuringRoute } from './routes/sightline/measuring.ts';
import { addNoteRoute, changeNoteRoute, deleteNoteRoute } from './routes/sightline/notes.ts';
import { overviewRoute } from './routes/sightline/overview.ts';
import { pagesRoute } from './routes/sightline/pages.ts';
import {
  addPromptRoute,
  changePromptRoute,
  deletePromptRoute,
} from './routes/sightline/prompt-changes.ts';
import { promptsRoute } from './routes/sightline/prompts.ts';
import { promptsReportRoute } from './routes/sightline/prompts-report.ts';
import { rawResponseRoute } from './routes/sightline/raw-response.ts';
import {
  recommendationNotesRoute,
  recommendationsRoute,
} from './routes/sightline/recommendations.ts';
import { runningScansRoute } from './routes/sightline/running-scans.ts';
import {
  cancelScanRoute,
  retryScanRoute,
  runScanRoute,
  scanRunRoute,
  scanRunsRoute,
} from './routes/sightline/scan-runs.ts';
import { scanOptionsRoute, siteScanSettingsRoute } from './routes/sightline/scan-settings.ts';
import { scansRoute } from './routes/sightline/scans.ts';
import { searchesRoute } from './routes/sightline/searches.ts';
import { saveSetupRoute, setupMentionsRoute, setupRoute } from './routes/sightline/setup.ts';
import { setupJobRoute } from './routes/sightline/setup-job.ts';
import { shareRoute } from './routes/sightline/share.ts';
import {
  createShareRoute,
  revokeFeedRoute,
  revokeShareRoute,
  sharesRoute,
} from './routes/sightline/shares.ts';
import {
  changeSiteRoute,
  createBusinessSiteRoute,
  createSiteRoute,
  deleteScanRoute,
  deleteSiteRoute,
} from './routes/sightline/site-changes.ts';
import { siteRoute, sitesRoute } from './routes/sightline/sites.ts';
import { sourcesRoute } from './routes/sightline/sources.ts';
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

import { Hono } from 'hono';
import { allowHeaderOf } from '../contract/endpoints.ts';
import {
  type AnyEndpointName,
  anyEndpointOf,
  everyEndpoint,
  methodsAt,
} from '../contract/every-endpoint.ts';
import { sampleHeader } from '../contract/page-settings.ts';
import { type Access, createAccessControl, operatorKeyId, type Refusal } from './access/access.ts';
import { createAuditRecorder } from './access/audit-recorder.ts';
import { createFilteredStore } from './access/filtered-store.ts';
import { createKeyUseCollector } from './access/key-uses.ts';
import { isEndpointOpen } from './access/share-endpoints.ts';
import { AbandonedCalls } from './limits/abandoned-calls.ts';
import { FairQueue, QueueFull } from './limits/fair-queue.ts';
import { PassphraseHasher, PassphrasesBusy } from './limits/passphrase-hasher.ts';
import { ReportCache } from './reports/report-cache.ts';
import { withChangeQueue } from './routes/change-queue.ts';
import { describeFailure, isRefusal } from './routes/changes.ts';
import { clientSitesRoute } from './routes/client-sites.ts';
import { clientsRoute } from './routes/clients.ts';
import { createFailureResponse } from './routes/failures.ts';
import { filtersRoute } from './routes/filters.ts';
import { notesRoute } from './routes/notes.ts';
import {
  createAbandonedResponse,
  createNoSuchEndpointProblem,
  createNotFoundProblem,
  createPassphraseNeededProblem,
  createTooLargeProblem,
  createTooManyAbandonedCallsProblem,
  createTooManyPassphrasesProblem,
  createUnauthenticatedProblem,
  createWrongMethodProblem,
} from './routes/problems.ts';
import { promptRoute } from './routes/prompt.ts';
import { type Queues, type Route, type RouteEnv, withQueue } from './routes/route.ts';
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
import {
  businessKeyHeader,
  clientKeyHeader,
  type Service,
  type ServiceOptions,
  scopesHeader,
  unknownCaller,
} from './service.ts';
import { SetupJobs } from './setup/setup-jobs.ts';
import { StoredSetups } from './setup/stored-setup.ts';
import { QuestionLanguages } from './texts/question-languages.ts';
import { TextThread } from './texts/text-thread.ts';

/**
 * Routes not wrapped in a queue here wait in one themselves: reports only if they have to be made or compressed, feeds
 * unless the client's ETag still matches, and notes and shares only after their body has been read. The exception is
 * discovery, which never waits.
 */
const routes: Record<AnyEndpointName, Route> = {
  timeline: timelineRoute,
  notes: notesRoute,
  filters: withQueue('reports', filtersRoute),
  clients: withQueue('light', clientsRoute),
  clientSites: withQueue('light', clientSitesRoute),
  prompt: withQueue('light', promptRoute),
  scan: withQueue('light', scanRoute),
  discovery: discoveryRoute,
  sites: withQueue('light', sitesRoute),
  site: withQueue('light', siteRoute),
  overview: overviewRoute,
  scans: withQueue('reports', scansRoute),
  measuring: withQueue('light', measuringRoute),
  counts: countsRoute,
  matrix: matrixRoute,
  answers: withQueue('reports', answersRoute),
  answer: withQueue('reports', answerRoute),
  sources: sourcesRoute,
  domains: domainsRoute,
  pages: pagesRoute,
  searches: searchesRoute,
  recommendations: withQueue('light', recommendationsRoute),
  recommendationNotes: withQueue('light', recommendationNotesRoute),
  addNote: addNoteRoute,
  changeNote: changeNoteRoute,
  deleteNote: withQueue('light', deleteNoteRoute),
  prompts: withQueue('reports', promptsRoute),
  promptsReport: promptsReportRoute,
  shares: withQueue('light', sharesRoute),
  createShare: createShareRoute,
  revokeShare: withQueue('light', revokeShareRoute),
  share: withQueue('light', shareRoute),
  feeds: withQueue('light', feedsRoute),
  createFeed: withQueue('light', createFeedRoute),
  revokeFeed: withQueue('light', revokeFeedRoute),
  feed: feedRoute,
  client: withQueue('light', clientRoute),
  createClient: withChangeQueue(createClientRoute),
  changeClient: withChangeQueue(changeClientRoute),
  deleteClient: withChangeQueue(deleteClientRoute),
  createSite: withChangeQueue(createSiteRoute),
  createBusinessSite: withChangeQueue(createBusinessSiteRoute),
  changeSite: withChangeQueue(changeSiteRoute),
  deleteSite: withChangeQueue(deleteSiteRoute),
  setup: setupRoute,
  saveSetup: withChangeQueue(saveSetupRoute),
  setupMentions: setupMentionsRoute,
  addBrand: withChangeQueue(addBrandRoute),
  changeBrand: withChangeQueue(changeBrandRoute),
  deleteBrand: withChangeQueue(deleteBrandRoute),
  addPrompt: withChangeQueue(addPromptRoute),
  changePrompt: withChangeQueue(changePromptRoute),
  deletePrompt: withChangeQueue(deletePromptRoute),
  deleteScan: withChangeQueue(deleteScanRoute),
  setupJob: withQueue('light', setupJobRoute),
  collecting: withQueue('light', runningScansRoute),
  accountCollection: withQueue('light', scanOptionsRoute),
  collection: withQueue('light', siteScanSettingsRoute),
  collectedScans: withQueue('light', scanRunsRoute),
  collectedScan: withQueue('light', scanRunRoute),
  runScan: withQueue('light', runScanRoute),
  cancelScan: withQueue('light', cancelScanRoute),
  retryScan: withQueue('light', retryScanRoute),
  rawResponse: withQueue('light', rawResponseRoute),
};

/** Memory limit of the report cache, in bytes. */
const maxCacheBytes = 64 * 1024 * 1024;

/** Enough to keep the in-process engine busy: it runs the statements of two reports while a third is being built. */
const reportsAtOnce = 3;
const lightCallsAtOnce = 8;
/** Few, since they share the thread: a further one would only make the others last longer. */
const changesAtOnce = 2;
/** Enough that four calls from each of thirty pages that use one key are slowed but not refused. */
const maxWaitingPerKey = 200;

/** The maximum length of path and query together, in bytes. Percent-encoded text has one byte per character. */
const maxUrlBytes = 32 * 1024;

function urlLengthOf(url: string): number {
  const { pathname, search } = new URL(url);
  return pathname.length + search.length;
}

/** The path in Hono's syntax: `:siteId` for `{siteId}`, and `:token{.+\.csv}` for `{token}.csv`. */
const toHonoPath = (path: string) =>
  path.replace(/\{(\w+)\}\.csv$/, ':$1{.+\\.csv}').replace(/\{(\w+)\}/g, ':$1');

/** The response to a call without access. A feed's secret is part of its path, so an invalid secret gets a 404. */
function createRefusalResponse(refusal: Refusal): Response {
  if (typeof refusal === 'number') return createTooManyPassphrasesProblem(refusal);
  if (refusal === 'feed') return createNotFoundProblem('feed');
  return refusal === 'passphrase'
    ? createPassphraseNeededProblem()
    : createUnauthenticatedProblem();
}

/** The endpoint that a request is for; null if there is none. */
const endpointOf = ({ method, url }: Request): AnyEndpointName | null =>
  anyEndpointOf(method, new URL(url).pathname);

/** Creates the service for a store. Every failure except an abandoned call becomes a problem (RFC 9457). */
export function createService(serviceOptions: ServiceOptions): Service {
  const options = { ...serviceOptions, store: createFilteredStore(serviceOptions.store) };
  const app = new Hono<RouteEnv>();
  const passphrases = new PassphraseHasher(options.deriveHash);
  const { checkAccess, keyOf, readAccount } = createAccessControl(options, passphrases);
  const audit = createAuditRecorder(options, keyOf);
  const keyUses = createKeyUseCollector(options);
  const cache = new ReportCache(maxCacheBytes);
  const abandonedCalls = new AbandonedCalls(options.clock);
  const jobs = new SetupJobs({
    store: options.store,
    clock: options.clock,
    async describeFailure(error) {
      if (!isRefusal(error)) options.onError({ route: 'setupJob', error });
      return describeFailure(error);
    },
  });
  const texts = new TextThread();
  const languages = new QuestionLanguages(texts);
  const setups = new StoredSetups(options.store);
  const queues: Queues = {
    reports: new FairQueue({
      maxRunning: options.reportsAtOnce ?? reportsAtOnce,
      maxWaitingPerKey,
    }),
    changes: new FairQueue({ maxRunning: changesAtOnce, maxWaitingPerKey }),
    light: new FairQueue({ maxRunning: lightCallsAtOnce, maxWaitingPerKey }),
  };

  app.use(async (context, next) => {
    await next();
    // Sets headers on the response itself: `context.header()` would copy it and turn its body into a stream.
    const { headers } = context.res;
    // A response with an ETag may be stored, but must be revalidated.
    headers.set('Cache-Control', headers.has('ETag') ? 'private, no-cache' : 'no-store');
    const access: Access | undefined = context.get('access');
    if (access?.isSample) headers.set(sampleHeader, '1');
    if (access && context.env.caller.isSigningIn) {
      headers.set(scopesHeader, access.scopes.join(' '));
      headers.set(clientKeyHeader, access.tenant.clientId === null ? '0' : '1');
      const account = await readAccount(access.tenant.accountId);
      headers.set(businessKeyHeader, account?.kind === 'business' ? '1' : '0');
    }
  });
  app.use(async (context, next) => {
    if (urlLengthOf(context.req.url) > maxUrlBytes) {
      return createTooLargeProblem(
        414,
        `The path and query of a URL must have at most ${maxUrlBytes} bytes together.`,
      );
    }
    const { caller } = context.env;
    const recordRefusal = async (status: 401 | 403 | 429, refusal: Refusal | null) =>
      audit.recordRefusal(status, context.req.raw, caller, refusal);
    const access = await checkAccess(context.req.raw, caller);
    const endpoint = endpointOf(context.req.raw);
    if (typeof access !== 'object') {
      await recordRefusal(typeof access === 'number' ? 429 : 401, access);
      return createRefusalResponse(access);
    }
    if (abandonedCalls.hasTooMany(access.keyId)) return createTooManyAbandonedCallsProblem();
    const isAccepted = async () => typeof (await checkAccess(context.req.raw, caller)) === 'object';
    context.set('access', access);
    context.set('isAccepted', isAccepted);
    if (access.keyId !== operatorKeyId) keyUses.add(access.keyId);
    const { shareFilter } = access.tenant;
    const search = new URL(context.req.url).searchParams;
    // Endpoints that a share does not include respond as if they did not exist.
    if (shareFilter && !(endpoint && isEndpointOpen(endpoint, shareFilter, search)))
      return createNoSuchEndpointProblem();
    try {
      await next();
    } finally {
      if (context.req.raw.signal.aborted) abandonedCalls.add(access.keyId);
    }
    const { status } = context.res;
    if (status === 401 || status === 403) await recordRefusal(status, null);
    if (caller.isSigningIn && context.res.ok) audit.recordSignIn(access, caller);
    // A key may be revoked or expire while its call waits. Calls that write check it again before they write.
    const isSuccessfulRead = ['GET', 'HEAD'].includes(context.req.method) && context.res.ok;
    const currentAccess = isSuccessfulRead ? await checkAccess(context.req.raw, caller) : access;
    if (typeof currentAccess === 'object') return undefined;
    await recordRefusal(401, currentAccess);
    // Clears the response first; otherwise the refusal would get the headers of the withheld one.
    context.res = undefined;
    context.res = createRefusalResponse(currentAccess);
    return undefined;
  });

  const routeOptions = {
    ...options,
    cache,
    queues,
    jobs,
    texts,
    languages,
    setups,
    audit,
    passphrases,
  };
  for (const name of Object.keys(routes) as AnyEndpointName[]) {
    const { method, path } = everyEndpoint[name];
    app.on(method, toHonoPath(path), routes[name](routeOptions));
  }
  for (const path of new Set(Object.values(everyEndpoint).map((endpoint) => endpoint.path))) {
    app.all(toHonoPath(path), () => createWrongMethodProblem(allowHeaderOf(methodsAt(path))));
  }
  app.notFound(createNoSuchEndpointProblem);
  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return createAbandonedResponse();
    const route = anyEndpointOf(context.req.method, context.req.path) ?? 'none';
    if (!(error instanceof QueueFull || error instanceof PassphrasesBusy))
      options.onError({ route, error });
    return createFailureResponse(error);
  });

  return {
    async fetch(request, caller = unknownCaller) {
      try {
        return await app.fetch(request, { caller });
      } catch (error) {
        // A signal may abort with a reason that is not an Error, which the router does not handle.
        if (request.signal.aborted) return createAbandonedResponse();
        throw error;
      }
    },
    reportCacheStats: () => cache.stats,
    async close() {
      await jobs.close();
      await texts.close();
      await keyUses.flush();
    },
  };
}

import { Hono } from 'hono';
import { type AnyEndpointName, anyEndpointOf, everyEndpoint } from '../contract/every-endpoint.ts';
import { AbandonedCalls } from './abandoned-calls.ts';
import { type Access, accessControl } from './access.ts';
import { auditLines } from './audit-lines.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';
import { gatherKeyUses } from './key-uses.ts';
import {
  abandoned,
  damaged,
  internal,
  noSuchEndpoint,
  storageFull,
  tooLarge,
  tooManyAbandoned,
  tooMuchWaiting,
  unauthenticated,
  unavailable,
  uncertain,
  wrongMethod,
} from './problems.ts';
import { ReportCache } from './report-cache.ts';
import { clientSitesRoute } from './routes/client-sites.ts';
import { clientsRoute } from './routes/clients.ts';
import { filtersRoute } from './routes/filters.ts';
import { notesRoute } from './routes/notes.ts';
import { promptRoute } from './routes/prompt.ts';
import { inTurn, type Queues, type Route, type RouteEnv } from './routes/route.ts';
import { scanRoute } from './routes/scan.ts';
import { discoveryRoute } from './routes/sightline/discovery.ts';
import { timelineRoute } from './routes/timeline.ts';
import { nobodyKnown, type Service, type ServiceOptions, scopesHeader } from './service.ts';
import { StoreDamaged, StoreFull, StoreUnavailable, StoreUncertain } from './store/store.ts';

/** The timeline waits for its turn only where no report is kept, and notes once their body has been read. */
const routes: Record<AnyEndpointName, Route> = {
  timeline: timelineRoute,
  notes: notesRoute,
  filters: inTurn('reports', filtersRoute),
  clients: inTurn('light', clientsRoute),
  clientSites: inTurn('light', clientSitesRoute),
  prompt: inTurn('light', promptRoute),
  scan: inTurn('light', scanRoute),
  discovery: discoveryRoute,
};

/** Kept timeline reports take at most this much memory, in bytes. */
const cacheBytes = 64 * 1024 * 1024;

/** The engine in process runs two statements of reports side by side; a third report is built meanwhile. */
const reportsAtOnce = 3;
const lightCallsAtOnce = 8;
/** Thirty pages of one key, with four calls each, are slowed and not refused. */
const waitingPerKey = 200;

/** In bytes of path and query, which are ASCII once percent-encoded. */
const urlLimit = 32 * 1024;

function urlLength(url: string): number {
  const { pathname, search } = new URL(url);
  return pathname.length + search.length;
}

function failureOf(error: unknown): Response {
  if (error instanceof QueueFull) return tooMuchWaiting();
  if (error instanceof StoreUncertain) return uncertain();
  if (error instanceof StoreDamaged) return damaged();
  if (error instanceof StoreUnavailable) return unavailable();
  if (error instanceof StoreFull) return storageFull();
  return internal();
}

/** The endpoint's path as Hono writes it, `:siteId` for `{siteId}`. */
const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The endpoints over a store. All a caller ever sees of a fault is a problem of RFC 9457. */
export function createService(options: ServiceOptions): Service {
  const app = new Hono<RouteEnv>();
  const { accessOf, keyOf } = accessControl(options);
  const audit = auditLines(options, keyOf);
  const uses = gatherKeyUses(options);
  const cache = new ReportCache(cacheBytes);
  const abandonedCalls = new AbandonedCalls(options.clock);
  const queues: Queues = {
    reports: new FairQueue({ atOnce: options.reportsAtOnce ?? reportsAtOnce, waitingPerKey }),
    light: new FairQueue({ atOnce: lightCallsAtOnce, waitingPerKey }),
  };

  app.use(async (context, next) => {
    await next();
    // On the response itself: the context's own method would make another one, with its body as a stream.
    const { headers } = context.res;
    headers.set('Cache-Control', 'no-store');
    const access: Access | undefined = context.get('access');
    if (access?.sample) headers.set('Sightline-Sample', '1');
    if (access && context.env.caller.signsIn) headers.set(scopesHeader, access.scopes.join(' '));
  });
  app.use(async (context, next) => {
    if (urlLength(context.req.url) > urlLimit) {
      return tooLarge(414, `A URL takes at most ${urlLimit} bytes of path and query.`);
    }
    const { caller } = context.env;
    const refused = async (status: 401 | 403) => audit.refused(status, context.req.raw, caller);
    const access = await accessOf(context.req.raw, caller);
    if (!access) {
      await refused(401);
      return unauthenticated();
    }
    if (abandonedCalls.areTooMany(access.keyId)) return tooManyAbandoned();
    const isAccepted = async () => (await accessOf(context.req.raw, caller)) !== null;
    context.set('access', access);
    context.set('isAccepted', isAccepted);
    uses.note(access.keyId);
    try {
      await next();
    } finally {
      if (context.req.raw.signal.aborted) abandonedCalls.note(access.keyId);
    }
    const { status } = context.res;
    if (status === 401 || status === 403) await refused(status);
    if (caller.signsIn && context.res.ok) audit.signedIn(access, caller);
    // A key that was revoked or expired while its call waited reads nothing. A note's key is checked again before it is written.
    const hasRead = context.req.method !== 'POST' && context.res.ok;
    if (!hasRead || (await isAccepted())) return undefined;
    await refused(401);
    // Emptied first: else the refusal would get the headers of what is held back.
    context.res = undefined;
    context.res = unauthenticated();
    return undefined;
  });

  for (const name of Object.keys(routes) as AnyEndpointName[]) {
    const { method, path } = everyEndpoint[name];
    app.on(method, honoPath(path), routes[name]({ ...options, cache, queues, audit }));
    app.all(honoPath(path), () => wrongMethod(method === 'GET' ? 'GET, HEAD' : method));
  }
  app.notFound(noSuchEndpoint);
  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return abandoned();
    const route = anyEndpointOf(context.req.method, context.req.path) ?? 'none';
    if (!(error instanceof QueueFull)) options.onError({ route, error });
    return failureOf(error);
  });

  return {
    async fetch(request, caller = nobodyKnown) {
      try {
        return await app.fetch(request, { caller });
      } catch (error) {
        // The reason of an aborted signal need not be an Error, and the router handles only those.
        if (request.signal.aborted) return abandoned();
        throw error;
      }
    },
    reports: () => cache.stats,
    close: () => uses.flush(),
  };
}

import { Hono } from 'hono';
import { type EndpointName, endpointOf, endpoints } from '../contract/endpoints.ts';
import { type Access, accessControl } from './access.ts';
import { AnswerCache } from './answer-cache.ts';
import { gatherKeyUses } from './key-uses.ts';
import {
  internal,
  noSuchEndpoint,
  storageFull,
  tooLarge,
  unauthenticated,
  unavailable,
  uncertain,
  wrongMethod,
} from './problems.ts';
import { clientSitesRoute } from './routes/client-sites.ts';
import { clientsRoute } from './routes/clients.ts';
import { filtersRoute } from './routes/filters.ts';
import { notesRoute } from './routes/notes.ts';
import { promptRoute } from './routes/prompt.ts';
import type { Route, RouteEnv } from './routes/route.ts';
import { scanRoute } from './routes/scan.ts';
import { timelineRoute } from './routes/timeline.ts';
import type { Service, ServiceOptions } from './service.ts';
import { StoreFull, StoreUnavailable, StoreUncertain } from './store/store.ts';

const routes: Record<EndpointName, Route> = {
  timeline: timelineRoute,
  notes: notesRoute,
  filters: filtersRoute,
  clients: clientsRoute,
  clientSites: clientSitesRoute,
  prompt: promptRoute,
  scan: scanRoute,
};

/** Kept timeline answers take at most this many bytes, compressed. */
const answerBytes = 64 * 1024 * 1024;

/** In bytes of path and query, which are ASCII once percent-encoded. */
const urlLimit = 32 * 1024;

function urlLength(url: string): number {
  const { pathname, search } = new URL(url);
  return pathname.length + search.length;
}

function failureOf(error: unknown): Response {
  if (error instanceof StoreUncertain) return uncertain();
  if (error instanceof StoreUnavailable) return unavailable();
  if (error instanceof StoreFull) return storageFull();
  return internal();
}

/** The endpoint's path as Hono writes it, `:siteId` for `{siteId}`. */
const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The seven endpoints over a store. All a caller ever sees of a fault is a problem of RFC 9457. */
export function createService(options: ServiceOptions): Service {
  const app = new Hono<RouteEnv>();
  const accessOf = accessControl(options);
  const uses = gatherKeyUses(options);
  const answers = new AnswerCache(answerBytes);

  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    const access: Access | undefined = context.get('access');
    if (access?.sample) context.header('Sightline-Sample', '1');
  });
  app.use(async (context, next) => {
    if (urlLength(context.req.url) > urlLimit) {
      return tooLarge(414, `A URL takes at most ${urlLimit} bytes of path and query.`);
    }
    const access = await accessOf(context.req.raw);
    if (!access) return unauthenticated();
    context.set('access', access);
    uses.note(access.keyId);
    return next();
  });

  for (const name of Object.keys(routes) as EndpointName[]) {
    const { method, path } = endpoints[name];
    app.on(method, honoPath(path), routes[name]({ ...options, answers }));
    app.all(honoPath(path), () => wrongMethod(method));
  }
  app.notFound(noSuchEndpoint);
  app.onError((error, context) => {
    const route = endpointOf(context.req.method, context.req.path) ?? 'none';
    options.onError({ route, error });
    return failureOf(error);
  });

  return {
    fetch: async (request) => app.fetch(request),
    answers: () => answers.stats,
    close: () => uses.flush(),
  };
}

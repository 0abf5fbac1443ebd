import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { openApiDocument } from '../contract/openapi.ts';
import type { PageSettings, SignInHelp } from '../contract/page-settings.ts';
import { problemTypes } from '../contract/problem.ts';
import { problem } from '../contract/problem-response.ts';
import { sightlineOpenApiDocument } from '../contract/sightline/openapi.ts';
import { sampleKeys } from '../service/sample/keys.ts';
import { StoreDamaged } from '../service/store/store.ts';
import { readCapabilities } from './access/discovery.ts';
import { gate } from './access/gate.ts';
import { createGuessLimit, noGuessLimit } from './access/guess-limit.ts';
import { isDirectLoopback } from './access/loopback.ts';
import { clientOf, incomingOf } from './access/peer.ts';
import type { Secrets } from './access/secrets.ts';
import { sessionRoutes } from './access/session-routes.ts';
import { createSealer, type OpenSession, sessionCookie, toPageSession } from './access/sessions.ts';
import type { Backend } from './backend/backend.ts';
import type { Service } from './backend/upstream.ts';
import type { Config } from './config.ts';
import { listensOnLoopback } from './config.ts';
import { protectiveHeaders } from './http/headers.ts';
import { cutShort, failed, wrongMethod } from './http/problems.ts';
import type { Page } from './page/page.ts';
import { createHealth } from './process/health.ts';
import { type Metrics, metricsRoute } from './process/metrics.ts';

interface HostOptions {
  config: Config;
  secrets: Secrets;
  service: Service;
  page: Page;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** About the host's own store; missing if the service is elsewhere. */
  data?: Partial<Pick<Backend, 'sampleKeys' | 'isEmpty'>>;
  /** Rejects while the host cannot serve. */
  ready: () => Promise<void>;
  onSignIn: (outcome: { accepted: boolean; status: number }) => void;
  onError: (error: unknown, path: string) => void;
  metrics: Metrics;
}

/** True for browsers, which accept text/html, and for tools that accept anything. */
const acceptsDocument = (accept: string | undefined): boolean =>
  accept === undefined || accept.trim() === '*/*' || accept.includes('text/html');

/** True if the client left before its request was complete, which is not a failure of the host. */
const isCutShort = (error: Error, request: Request): boolean =>
  request.signal.aborted || ('code' in error && error.code === 'ECONNRESET');

/** The methods that a read-only path allows. */
const readMethods = 'GET, HEAD';

const openApiDocuments = {
  '/v1/openapi.json': openApiDocument,
  '/sightline/v1/openapi.json': sightlineOpenApiDocument,
};

/** The method as sent, since routes see HEAD as GET. */
const methodOf = (c: Context): string => incomingOf(c)?.method ?? c.req.method;

const notFound = (): Response =>
  new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

/** The host: the page and its files, `/session`, `/healthz`, `/v1` and `/sightline/v1`. */
export function createHost(options: HostOptions): Hono {
  const { config, secrets, service, page, clock, ready, onSignIn, onError, metrics } = options;
  const onLoopback = listensOnLoopback(config);
  const sealer = createSealer(secrets, config.serviceUrl?.href ?? 'built-in', clock);

  // Keys of the built-in service are too random to guess; those of another service may not be.
  const limit = config.serviceUrl === null ? noGuessLimit : createGuessLimit();
  const addressOf = (c: Context) => clientOf(c, config.trustedProxies);
  const health = createHealth(ready);

  const { data = {} } = options;
  const helpFor = async (request: Request): Promise<SignInHelp> => ({
    sampleKeys:
      onLoopback && isDirectLoopback(request)
        ? sampleKeys
            .filter(({ key }) => data.sampleKeys?.includes(key))
            .map(({ key, opens }) => ({ key, opens }))
        : [],
    isEmpty: (await data.isEmpty?.()) ?? false,
  });
  const readSettings = async (session: OpenSession | null, c: Context): Promise<PageSettings> => ({
    session: session === null ? null : toPageSession(session),
    units: config.units,
    paging: config.paging,
    brand: config.brand,
    sample: session?.sample ?? false,
    help: await helpFor(c.req.raw),
    capabilities:
      session === null
        ? []
        : await readCapabilities(c.req.raw, { service, session, address: addressOf(c) }),
  });

  const app = new Hono();
  app.use(async (c, next) => {
    const began = performance.now();
    await next();
    metrics.request(methodOf(c), c.req.path, c.res.status, (performance.now() - began) / 1000);
  });
  app.use(protectiveHeaders(page.contentSecurityPolicy));
  app.onError((error, c) => {
    if (isCutShort(error, c.req.raw)) return cutShort();
    onError(error, c.req.path);
    return failed();
  });

  app.get('/healthz', async () => {
    if (!(await health.isWell())) {
      return problem(
        503,
        problemTypes.unavailable,
        'Not ready',
        health.failure instanceof StoreDamaged
          ? health.failure.message
          : 'The host cannot serve requests right now.',
        { headers: { 'Retry-After': '1' } },
      );
    }
    return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
  });
  app.all('/healthz', () => wrongMethod(readMethods));

  const sessionOf = async (c: Context): Promise<OpenSession | null> => {
    const sealed = getCookie(c, sessionCookie(c.req.raw, onLoopback).name);
    return sealed === undefined ? null : sealer.open(sealed);
  };

  app.route(
    '/session',
    sessionRoutes({ service, sealer, onLoopback, readSettings, limit, addressOf, onSignIn }),
  );
  app.route('/metrics', metricsRoute(metrics, config.metricsToken));
  for (const [path, made] of Object.entries(openApiDocuments)) {
    const openApi = made();
    app.get(path, () => Response.json(openApi, { headers: { 'Cache-Control': 'no-cache' } }));
    app.all(path, () => wrongMethod(readMethods));
  }
  const interfaces = gate({ service, sessionOf, limit, addressOf });
  app.route('/v1', interfaces);
  app.route('/sightline', interfaces);

  app.get('*', async (c) => {
    const asset = page.assets.respond(c.req.raw);
    if (asset !== null) return asset;
    if (c.req.path.startsWith('/assets/') || !acceptsDocument(c.req.header('Accept'))) {
      return notFound();
    }
    const document = await page.document(await readSettings(await sessionOf(c), c), c.req.path);
    return c.html(document, 200, { 'Cache-Control': 'no-store' });
  });
  app.all('*', (c) => {
    const isMissing = c.req.path.startsWith('/assets/') && page.assets.respond(c.req.raw) === null;
    return isMissing ? notFound() : wrongMethod(readMethods);
  });

  return app;
}

import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { isFilled } from '../contract/endpoint.ts';
import { feedEndpoint } from '../contract/endpoints/feeds.ts';
import { openApiDocument } from '../contract/openapi.ts';
import {
  type PageSettings,
  type SignInHelp,
  sessionHeader,
  sharePath,
} from '../contract/page-settings.ts';
import { problemTypes } from '../contract/problem.ts';
import { createProblemResponse } from '../contract/problem-response.ts';
import { sightlineOpenApiDocument } from '../contract/sightline/openapi.ts';
import { errorCodeOf } from '../service/error-code.ts';
import { createGuessLimit, noGuessLimit } from '../service/limits/guess-limit.ts';
import { sampleKeys } from '../service/sample/keys.ts';
import { StoreDamaged } from '../service/store/store.ts';
import { readCapabilities, readSharedView } from './access/discovery.ts';
import { createGate, type HostEnv } from './access/gate.ts';
import type { Secrets } from './access/secrets.ts';
import { createSessionCheck } from './access/session-check.ts';
import { createSessionRoutes } from './access/session-routes.ts';
import {
  createSealer,
  type OpenSession,
  sessionCookieOf,
  toPageSession,
} from './access/sessions.ts';
import type { Backend } from './backend/backend.ts';
import type { Config } from './config.ts';
import { listensOnLoopback } from './config.ts';
import { compressJson } from './http/compress-json.ts';
import { securityHeaders, setPagePolicy } from './http/headers.ts';
import { isDirectLoopback } from './http/loopback.ts';
import { clientAddressOf, incomingOf } from './http/peer.ts';
import {
  createFailureResponse,
  createIncompleteRequestResponse,
  createWrongMethodResponse,
} from './http/problems.ts';
import { createHealthCheck } from './monitoring/health.ts';
import { createMetricsRoute, type Metrics } from './monitoring/metrics.ts';
import type { Page } from './page/page.ts';
import type { Service } from './service.ts';

interface HostOptions {
  config: Config;
  secrets: Secrets;
  service: Service;
  page: Page;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** The state of the host's own store, for the help on the sign-in page. */
  storeState?: Partial<Pick<Backend, 'sampleKeys' | 'isEmpty'>>;
  /** Rejects while the host cannot serve. */
  ready: () => Promise<void>;
  onSignIn: (outcome: { accepted: boolean; status: number }) => void;
  onError: (error: unknown, path: string) => void;
  metrics: Metrics;
}

/** Whether a client accepts an HTML document: browsers accept text/html, and many tools accept anything. */
const acceptsDocument = (accept: string | undefined): boolean =>
  accept === undefined || accept.trim() === '*/*' || accept.includes('text/html');

/** Whether the client left before its request was complete, which is not a failure of the host. */
const isCutShort = (error: Error, request: Request): boolean =>
  request.signal.aborted || errorCodeOf(error) === 'ECONNRESET';

/** Removes the secret from the path of a feed, so that the path can be logged. */
const toLoggablePath = (path: string): string =>
  isFilled(feedEndpoint.path, path) ? feedEndpoint.path : path;

/** Whether a path is one of the pages of a share. */
const isSharePath = (path: string): boolean =>
  path === sharePath || path.startsWith(`${sharePath}/`);

/** The methods that a read-only path allows. */
const readMethods = 'GET, HEAD';

const openApiDocuments = {
  '/v1/openapi.json': openApiDocument,
  '/sightline/v1/openapi.json': sightlineOpenApiDocument,
};

/** The method as sent, since routes see HEAD as GET. */
const methodOf = (c: Context): string => incomingOf(c)?.method ?? c.req.method;

const createNotFoundResponse = (): Response =>
  new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

/** Creates the host: the page and its files, `/session`, `/healthz`, `/metrics`, `/v1` and `/sightline/v1`. */
export function createHost(options: HostOptions): Hono<HostEnv> {
  const { config, secrets, service, page, clock, ready, onSignIn, onError, metrics } = options;
  const isOnLoopback = listensOnLoopback(config);
  const sealer = createSealer(secrets, config.serviceUrl?.href ?? 'built-in', clock);

  // Keys of the built-in service are too random to guess; those of another service may not be.
  const limit = config.serviceUrl === null ? noGuessLimit : createGuessLimit();
  const addressOf = (c: Context) => clientAddressOf(c, config.trustedProxies);
  const health = createHealthCheck(ready);

  const { storeState = {} } = options;
  const readHelp = async (request: Request): Promise<SignInHelp> => ({
    sampleKeys:
      isOnLoopback && isDirectLoopback(request)
        ? sampleKeys
            .filter(({ key }) => storeState.sampleKeys?.includes(key))
            .map(({ key, description }) => ({ key, opens: description }))
        : [],
    isEmpty: (await storeState.isEmpty?.()) ?? false,
  });
  const readSettings = async (session: OpenSession | null, c: Context): Promise<PageSettings> => {
    const discovery = session && { service, session, address: addressOf(c) };
    const [capabilities, share] = await Promise.all([
      discovery ? readCapabilities(c.req.raw, discovery) : [],
      discovery?.session.isShare ? readSharedView(c.req.raw, discovery) : null,
    ]);
    // A share that has ended leaves nothing to show; one that could not be read keeps its session.
    const shownSession = share === 'ended' ? null : session;
    return {
      session: shownSession && toPageSession(shownSession),
      units: config.units,
      paging: config.paging,
      brand: config.brand,
      share: typeof share === 'string' ? null : share,
      sample: shownSession?.sample ?? false,
      help: await readHelp(c.req.raw),
      capabilities,
    };
  };

  const app = new Hono<HostEnv>();
  app.use(async (c, next) => {
    const beganAt = performance.now();
    await next();
    const { path } = c.req;
    const { status } = c.res;
    const seconds = (performance.now() - beganAt) / 1000;
    metrics.countRequest({
      method: methodOf(c),
      path,
      endpoint: c.get('endpoint'),
      status,
      seconds,
    });
  });
  app.use(securityHeaders);
  for (const path of ['/v1/*', '/sightline/*']) app.use(path, compressJson);
  app.onError((error, c) => {
    if (isCutShort(error, c.req.raw)) return createIncompleteRequestResponse();
    onError(error, toLoggablePath(c.req.path));
    return createFailureResponse();
  });

  app.get('/healthz', async () => {
    if (!(await health.isHealthy())) {
      return createProblemResponse(
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
  app.all('/healthz', () => createWrongMethodResponse(readMethods));

  const readSession = async (c: Context, isShare: boolean): Promise<OpenSession | null> => {
    const sealed = getCookie(c, sessionCookieOf(c.req.raw, isOnLoopback, isShare).name);
    const session = sealed === undefined ? null : await sealer.open(sealed);
    return session?.isShare === isShare ? session : null;
  };
  /** A browser may have an ordinary session and a share's session; the page names the one it uses in `X-Session`. */
  const sessionOf = async (c: Context): Promise<OpenSession | null> => {
    const ordinarySession = await readSession(c, false);
    const namedId = c.req.header(sessionHeader);
    if (namedId === undefined || ordinarySession?.id === namedId) return ordinarySession;
    const shareSession = await readSession(c, true);
    return shareSession?.id === namedId ? shareSession : ordinarySession;
  };

  app.route(
    '/session',
    createSessionRoutes({
      service,
      sealer,
      sessionOf,
      isOnLoopback,
      readSettings,
      limit,
      addressOf,
      onSignIn,
    }),
  );
  app.route('/metrics', createMetricsRoute(metrics, config.metricsToken));
  for (const [path, createDocument] of Object.entries(openApiDocuments)) {
    const openApi = createDocument();
    app.get(path, () => Response.json(openApi, { headers: { 'Cache-Control': 'no-cache' } }));
    app.all(path, () => createWrongMethodResponse(readMethods));
  }
  const checkSession = config.serviceUrl === null ? undefined : createSessionCheck(service);
  const gate = createGate({ service, sessionOf, limit, addressOf, checkSession });
  app.route('/', gate);

  app.get('*', async (c) => {
    const asset = page.assets.respond(c.req.raw);
    if (asset !== null) {
      setPagePolicy(asset.headers, page.contentSecurityPolicy);
      return asset;
    }
    if (c.req.path.startsWith('/assets/') || !acceptsDocument(c.req.header('Accept'))) {
      return createNotFoundResponse();
    }
    const isShare = isSharePath(c.req.path);
    const session = await readSession(c, isShare);
    const path = isShare ? c.req.path.slice(sharePath.length) || '/' : c.req.path;
    const document = await page.renderDocument(await readSettings(session, c), path);
    const response = c.html(document, 200, { 'Cache-Control': 'no-store' });
    setPagePolicy(response.headers, page.contentSecurityPolicy);
    return response;
  });
  app.all('*', (c) => {
    const isMissing = c.req.path.startsWith('/assets/') && page.assets.respond(c.req.raw) === null;
    return isMissing ? createNotFoundResponse() : createWrongMethodResponse(readMethods);
  });

  return app;
}

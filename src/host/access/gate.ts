import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { bearerOf } from '../../contract/bearer.ts';
import { allowHeaderOf, type Endpoint, takesBody } from '../../contract/endpoint.ts';
import { everyEndpoint, namesByPath } from '../../contract/every-endpoint.ts';
import { sessionHeader } from '../../contract/page-settings.ts';
import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import { maxSetupBytes } from '../../contract/sightline/setup.ts';
import { toHonoPath } from '../../service/hono-path.ts';
import type { GuessLimit } from '../../service/limits/guess-limit.ts';
import {
  createCrossSiteResponse,
  createSessionMismatchResponse,
  createTooManyGuessesResponse,
  createWrongMethodResponse,
} from '../http/problems.ts';
import type { Service } from '../service.ts';
import { isSameOrigin } from './same-origin.ts';
import type { SessionCheck } from './session-check.ts';
import type { OpenSession } from './sessions.ts';

interface GateOptions {
  service: Service;
  sessionOf: (c: Context) => Promise<OpenSession | null>;
  limit: GuessLimit;
  addressOf: (c: Context) => string;
  /** Only for a remote service: a 401 from the built-in one always means that the key is no longer valid. */
  checkSession?: SessionCheck | undefined;
}

/** More than any other body needs than one that changes a set-up; the service has its own, lower limits. */
const maxBodyBytes = 1024 * 1024;

const createNoSuchEndpointResponse = (): Response =>
  createProblemResponse(
    404,
    problemTypes.noSuchEndpoint,
    'No such endpoint',
    'There is no endpoint at this path.',
  );

const createSignedOutResponse = (): Response =>
  createProblemResponse(
    401,
    problemTypes.unauthenticated,
    'Not signed in',
    'Sign in, or send an API key as a bearer token.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

/** Checks the size of a request's body. */
const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () =>
      createProblemResponse(
        413,
        problemTypes.tooLarge,
        'Too large',
        `The request body must have at most ${maxSize} bytes.`,
      ),
  });

/** Whether another server might decode this text to something other than a single path segment. */
const isHostileSegment = (segment: string): boolean => {
  try {
    const text = decodeURIComponent(segment);
    return text === '.' || text === '..' || /[/\\%\p{Cc}]/u.test(text);
  } catch {
    return true;
  }
};

/** What Hono's context contains in the host. */
export interface HostEnv {
  Variables: {
    /** The endpoint that the request is for; absent if there is none. */
    endpoint: Endpoint | undefined;
  };
}

/** The request without its credentials, for a resource that anyone who knows its URL can read. */
function withoutCredentials(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of ['Cookie', 'Authorization', sessionHeader]) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/** The request with the session's key, and without the headers meant for this host. */
const withKey = async (request: Request, session: OpenSession): Promise<Request> => {
  const headers = new Headers(request.headers);
  headers.delete('Cookie');
  headers.delete(sessionHeader);
  headers.set('Authorization', `Bearer ${session.apiKey}`);
  const body = takesBody(request.method) ? await request.arrayBuffer() : null;
  return new Request(request.url, {
    method: request.method,
    headers,
    body,
    signal: request.signal,
  });
};

/**
 * Creates the routes under `/v1` and `/sightline/v1`, which pass on only requests for known endpoints. A call with its
 * own bearer token uses that token, within the limit on guesses. Reading a feed needs neither key nor session. Any
 * other call uses the session cookie, and must come from this host's page with the session's ID in `X-Session`.
 */
export function createGate(options: GateOptions): Hono<HostEnv> {
  const { service, sessionOf, limit, addressOf, checkSession } = options;
  const routes = new Hono<HostEnv>();
  // Not for other methods, which take no body here: the check would double the time that this host needs for a GET.
  const limitBody = limitTo(maxBodyBytes);
  const limitSetup = limitTo(maxSetupBytes);

  const passOn = async (c: Context): Promise<Response> => {
    const request = c.req.raw;
    const address = addressOf(c);
    const caller = { address, sessionBeganAt: null, isSigningIn: false };
    // A feed needs only the secret in its path.
    if (c.get('endpoint') === everyEndpoint.feed)
      return service.fetch(withoutCredentials(request), caller);
    const key = bearerOf(request.headers);
    if (key !== null) {
      const response = await limit.attempt(address, key, async () =>
        service.fetch(request, caller),
      );
      return typeof response === 'number' ? createTooManyGuessesResponse(response) : response;
    }
    if (!isSameOrigin(request)) return createCrossSiteResponse();
    const session = await sessionOf(c);
    if (session === null) return createSignedOutResponse();
    if (request.headers.get(sessionHeader) !== session.id) return createSessionMismatchResponse();
    const response = await service.fetch(await withKey(request, session), {
      ...caller,
      sessionBeganAt: session.beganAt,
    });
    if (response.status !== 401 || checkSession === undefined) return response;
    return (await checkSession(request, session, address)) ?? response;
  };

  for (const prefix of ['/v1/*', '/sightline/*']) {
    routes.use(prefix, (c, next) =>
      new URL(c.req.url).pathname.split('/').some(isHostileSegment)
        ? Promise.resolve(createNoSuchEndpointResponse())
        : next(),
    );
  }
  for (const [path, names] of namesByPath) {
    const endpoints: Endpoint[] = names.map((name) => everyEndpoint[name]);
    for (const endpoint of endpoints) {
      routes.on(endpoint.method, toHonoPath(path), async (c, next) => {
        c.set('endpoint', endpoint);
        await next();
        // A browser may store a response with an ETag, and revalidates it before each use.
        const cacheControl = c.res.headers.has('ETag') ? 'private, no-cache' : 'no-store';
        c.res.headers.set('Cache-Control', cacheControl);
      });
      if (takesBody(endpoint.method))
        routes.on(
          endpoint.method,
          toHonoPath(path),
          endpoint.capability === 'setup' ? limitSetup : limitBody,
        );
      routes.on(endpoint.method, toHonoPath(path), passOn);
    }
    const allowed = allowHeaderOf(endpoints.map(({ method }) => method));
    routes.all(toHonoPath(path), () => createWrongMethodResponse(allowed));
  }
  for (const prefix of ['/v1/*', '/sightline/*']) routes.all(prefix, createNoSuchEndpointResponse);

  return routes;
}

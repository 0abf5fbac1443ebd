import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { pathTo } from '../../contract/endpoints.ts';
import { notesScope } from '../../contract/enums.ts';
import { type PageSettings, sampleHeader, sessionHeader } from '../../contract/page-settings.ts';
import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import { sightlinePathTo } from '../../contract/sightline/endpoints.ts';
import { sharesScope } from '../../contract/sightline/shares.ts';
import type { GuessLimit } from '../../service/guess-limit.ts';
import { scopesHeader } from '../../service/service.ts';
import { isBehindSilentProxy } from '../http/loopback.ts';
import {
  createCrossSiteResponse,
  createSessionMismatchResponse,
  createTooManyGuessesResponse,
} from '../http/problems.ts';
import type { Service } from '../service.ts';
import { createRequestWithKey } from './request-with-key.ts';
import { isSameOrigin } from './same-origin.ts';
import {
  type OpenSession,
  type SessionSealer,
  sessionCookieOf,
  sessionSeconds,
} from './sessions.ts';

interface SessionRoutesOptions {
  service: Service;
  sealer: SessionSealer;
  /** The session that `X-Session` names, or else the browser's own; null if there is none. */
  sessionOf: (c: Context) => Promise<OpenSession | null>;
  isOnLoopback: boolean;
  readSettings: (session: OpenSession | null, c: Context) => Promise<PageSettings>;
  limit: GuessLimit;
  addressOf: (c: Context) => string;
  /** Called with the outcome of each sign-in that has a valid body, without the key. */
  onSignIn: (outcome: { accepted: boolean; status: number }) => void;
}

const maxBodyBytes = 8 * 1024;
const maxCookieBytes = 3_800;

/** The secret of a share, and its passphrase if it has one. */
const ShareSignIn = v.object({
  share: v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,200}$/)),
  passphrase: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** A key must fit in an `Authorization` header, and its sealed cookie must stay below 4 KiB. */
const SignIn = v.object({
  apiKey: v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,2048}$/)),
});

const createNotJsonResponse = (): Response =>
  createProblemResponse(
    415,
    problemTypes.invalidBody,
    'Not JSON',
    'Send the key as JSON with the content type application/json.',
  );

const createInvalidSignInResponse = (): Response =>
  createProblemResponse(
    422,
    problemTypes.invalidBody,
    'Invalid sign-in',
    'Send {"apiKey": "…"} with a key of 1 to 2,048 visible ASCII characters, or {"share": "…"} with the secret of a share.',
  );

const createKeyTooLongResponse = (): Response =>
  createProblemResponse(
    422,
    problemTypes.invalidBody,
    'Key too long',
    'The key is too long for a cookie. Use a shorter one.',
  );

const createSilentProxyResponse = (): Response =>
  createProblemResponse(
    421,
    problemTypes.silentProxy,
    'Proxy misconfigured',
    'The proxy in front of Sightline must pass on the Host header unchanged, and set the X-Forwarded-Proto header.',
  );

const createTooLargeResponse = (): Response =>
  createProblemResponse(
    413,
    problemTypes.tooLarge,
    'Too large',
    `The body of a sign-in request must have at most ${maxBodyBytes} bytes.`,
  );

interface Credentials {
  /** Sent as the bearer token. For a share, its secret and the encoded passphrase, if any. */
  apiKey: string;
  isShare: boolean;
}

const readSignIn = async (request: Request): Promise<Credentials | null> => {
  try {
    const json: unknown = await request.json();
    const share = decode(ShareSignIn, json);
    if (share.ok) {
      const { share: secret, passphrase = '' } = share.value;
      const proof = passphrase && `.${Buffer.from(passphrase).toString('base64url')}`;
      return { apiKey: secret + proof, isShare: true };
    }
    const body = decode(SignIn, json);
    return body.ok ? { apiKey: body.value.apiKey, isShare: false } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Tries a key with a read that needs no ID: the key's clients, or what a share shows. */
const tryKey = (
  service: Service,
  request: Request,
  { apiKey, isShare }: Credentials,
  address: string,
) => {
  const path = isShare ? sightlinePathTo('share', {}) : pathTo('clients', {});
  const trial = createRequestWithKey(request, path, apiKey);
  return service.fetch(trial, { address, sessionBeganAt: null, isSigningIn: true });
};

/**
 * The host's response if the service did not accept the key, otherwise null. Only a 401 means that the key is invalid;
 * a 403 means that it is valid.
 */
const refusalOf = (response: Response): Response | null => {
  if (response.ok || response.status === 403) return null;
  if (response.status === 401) {
    return createProblemResponse(
      401,
      problemTypes.unauthenticated,
      'The key was not accepted',
      'The service does not accept this API key.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  const isBusy = response.status === 429 || response.status === 503;
  const retryAfter = response.headers.get('Retry-After');
  return createProblemResponse(
    isBusy ? 503 : 502,
    isBusy ? problemTypes.unavailable : problemTypes.upstreamUnreachable,
    'The key or link could not be checked',
    `The service responded with ${response.status}. The key or link may be valid; try again.`,
    { headers: retryAfter === null ? {} : { 'Retry-After': retryAfter } },
  );
};

/**
 * The host's response if the service did not accept the secret of a share, otherwise null. A 401 or 429 is passed on:
 * it says whether a passphrase is missing, or how long to wait before the next attempt.
 */
const readShareRefusal = async (response: Response): Promise<Response | null> => {
  if (response.ok) return null;
  if (response.status === 401 || response.status === 429) {
    const copy = new Response(await response.text(), response);
    copy.headers.set('Cache-Control', 'no-store');
    return copy;
  }
  // A service without shares does not know the endpoint, and may refuse the request with either status.
  if (response.status === 403 || response.status === 404) return createNoSuchShareResponse();
  return refusalOf(response);
};

const createNoSuchShareResponse = (): Response =>
  createProblemResponse(
    401,
    problemTypes.unauthenticated,
    'The link was not accepted',
    'The link has expired, was revoked, or was copied incompletely.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

/**
 * `POST /session {apiKey}` signs in and returns `PageSettings`. `POST /session {share, passphrase?}` opens a share in a
 * session of its own. `DELETE /session` ends the browser's own session, or the share's if `X-Session` names it. It is
 * refused if the header names a session that has been replaced, so that an old tab does not end a newer session.
 */
export function createSessionRoutes(options: SessionRoutesOptions): Hono {
  const { service, sealer, sessionOf, isOnLoopback, readSettings } = options;
  const { limit, addressOf, onSignIn } = options;
  const routes = new Hono();

  routes.use(async (c, next) => (isSameOrigin(c.req.raw) ? next() : createCrossSiteResponse()));

  routes.use(async (c, next) =>
    isOnLoopback && isBehindSilentProxy(c.req.raw) ? createSilentProxyResponse() : next(),
  );

  const limitBody = bodyLimit({ maxSize: maxBodyBytes, onError: createTooLargeResponse });
  routes.post('/', limitBody, async (c) => {
    const mediaType = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json') return createNotJsonResponse();
    const credentials = await readSignIn(c.req.raw);
    if (credentials === null) return createInvalidSignInResponse();
    const { apiKey, isShare } = credentials;

    const response = await limit.attempt(addressOf(c), apiKey, async () =>
      tryKey(service, c.req.raw, credentials, addressOf(c)),
    );
    if (typeof response === 'number') {
      onSignIn({ accepted: false, status: 429 });
      return createTooManyGuessesResponse(response);
    }
    const refusalResponse = isShare ? await readShareRefusal(response) : refusalOf(response);
    if (!response.bodyUsed) await response.body?.cancel();
    if (refusalResponse !== null) {
      onSignIn({ accepted: false, status: response.status });
      return refusalResponse;
    }

    const sample = response.headers.get(sampleHeader) === '1';
    const scopes = response.headers.get(scopesHeader)?.split(' ');
    const { session, sealed } = await sealer.start(apiKey, {
      sample,
      isShare,
      canAddNotes: scopes?.includes(notesScope) ?? null,
      canShare: scopes?.includes(sharesScope) ?? null,
    });
    // Browsers silently drop cookies larger than 4 KiB, including the name.
    if (sealed.length > maxCookieBytes) {
      onSignIn({ accepted: false, status: 422 });
      return createKeyTooLongResponse();
    }
    onSignIn({ accepted: true, status: response.status });
    const { name, attributes } = sessionCookieOf(c.req.raw, isOnLoopback, isShare);
    setCookie(c, name, sealed, { ...attributes, maxAge: sessionSeconds });
    c.header('Cache-Control', 'no-store');
    return c.json(await readSettings(session, c), 201);
  });

  routes.delete('/', async (c) => {
    const namedId = c.req.header(sessionHeader);
    const session = namedId === undefined ? null : await sessionOf(c);
    if (session !== null && session.id !== namedId) return createSessionMismatchResponse();
    const isShare = session?.isShare ?? false;
    const { name, attributes } = sessionCookieOf(c.req.raw, isOnLoopback, isShare);
    deleteCookie(c, name, attributes);
    c.header('Cache-Control', 'no-store');
    return c.body(null, 204);
  });

  routes.all('/', () =>
    createProblemResponse(
      405,
      problemTypes.noSuchEndpoint,
      'Method not allowed',
      'A session is created with POST and ended with DELETE.',
      { headers: { Allow: 'POST, DELETE' } },
    ),
  );

  return routes;
}

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { type PageSettings, sampleHeader, sessionHeader } from '../../contract/page-settings.ts';
import { problemTypes } from '../../contract/problem.ts';
import { createProblemResponse } from '../../contract/problem-response.ts';
import { scanJson } from '../../service/json/scan-json.ts';
import type { GuessLimit } from '../../service/limits/guess-limit.ts';
import { businessKeyHeader, clientKeyHeader, scopesHeader } from '../../service/service.ts';
import { isBehindSilentProxy } from '../http/loopback.ts';
import {
  createCrossSiteResponse,
  createSessionMismatchResponse,
  createTooManyGuessesResponse,
} from '../http/problems.ts';
import type { Service } from '../service.ts';
import { type Credentials, checkKey, type KeyCheck } from './key-check.ts';
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

const readSignIn = async (request: Request): Promise<Credentials | null> => {
  try {
    const text = await request.text();
    if (scanJson(text).refusal !== null) return null;
    const json: unknown = JSON.parse(text);
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

/** The host's response if the service did not accept the key, otherwise null. */
const refusalOf = ({ ok, isRefused, response }: KeyCheck): Response | null => {
  if (ok) return null;
  if (isRefused) {
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
const readShareRefusal = async (check: KeyCheck): Promise<Response | null> => {
  const { ok, isRefused, response } = check;
  if (ok) return null;
  if (response.status === 401 || response.status === 429) {
    const copy = new Response(await response.text(), response);
    copy.headers.set('Cache-Control', 'no-store');
    return copy;
  }
  return isRefused ? createNoSuchShareResponse() : refusalOf(check);
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

    const caller = { address: addressOf(c), sessionBeganAt: null, isSigningIn: true };
    const check = await limit.attempt(caller.address, apiKey, () =>
      checkKey(service, c.req.raw, credentials, caller),
    );
    if (typeof check === 'number') {
      onSignIn({ accepted: false, status: 429 });
      return createTooManyGuessesResponse(check);
    }
    const { response, status } = check;
    const refusalResponse = isShare ? await readShareRefusal(check) : refusalOf(check);
    if (!response.bodyUsed) await response.body?.cancel();
    if (refusalResponse !== null) {
      onSignIn({ accepted: false, status });
      return refusalResponse;
    }

    const sample = response.headers.get(sampleHeader) === '1';
    const scopes = response.headers.get(scopesHeader);
    const isSet = (name: string) => {
      const value = response.headers.get(name);
      return value === null ? null : value === '1';
    };
    const { session, sealed } = await sealer.start(apiKey, {
      sample,
      isShare,
      scopes: scopes?.split(' ').filter((scope) => scope !== '') ?? null,
      isClientKey: isSet(clientKeyHeader),
      isBusinessKey: isSet(businessKeyHeader),
    });
    // Browsers silently drop cookies larger than 4 KiB, including the name.
    if (sealed.length > maxCookieBytes) {
      onSignIn({ accepted: false, status: 422 });
      return createKeyTooLongResponse();
    }
    onSignIn({ accepted: true, status });
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

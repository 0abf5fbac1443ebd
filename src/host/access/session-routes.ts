import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { pathTo } from '../../contract/endpoints.ts';
import { notesScope } from '../../contract/enums.ts';
import { type PageSettings, sessionHeader } from '../../contract/page-settings.ts';
import { problemTypes } from '../../contract/problem.ts';
import { problem } from '../../contract/problem-response.ts';
import { scopesHeader } from '../../service/service.ts';
import type { Service } from '../backend/upstream.ts';
import { crossSite, sessionMismatch, tooManyGuesses } from '../http/problems.ts';
import type { GuessLimit } from './guess-limit.ts';
import { isBehindSilentProxy } from './loopback.ts';
import { requestWithKey } from './request-with-key.ts';
import { isSameOrigin } from './same-origin.ts';
import { type OpenSession, type SessionSealer, sessionCookie, sessionSeconds } from './sessions.ts';

interface SessionRoutesOptions {
  service: Service;
  sealer: SessionSealer;
  onLoopback: boolean;
  readSettings: (session: OpenSession | null, c: Context) => Promise<PageSettings>;
  limit: GuessLimit;
  addressOf: (c: Context) => string;
  /** Called with the outcome of each sign-in, without the key. */
  onSignIn: (outcome: { accepted: boolean; status: number }) => void;
}

const bodyBytes = 8 * 1024;
const cookieBytes = 3_800;

/** A key must fit an `Authorization` header, and its sealed cookie must stay below 4 KiB. */
const SignIn = v.object({
  apiKey: v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,2048}$/)),
});

const notJson = (): Response =>
  problem(
    415,
    problemTypes.invalidBody,
    'Not JSON',
    'Send the key as JSON with the content type application/json.',
  );

const badBody = (): Response =>
  problem(
    422,
    problemTypes.invalidBody,
    'No API key',
    'Send {"apiKey": "…"} with a key of 1 to 2,048 visible ASCII characters.',
  );

const silentProxy = (): Response =>
  problem(
    421,
    problemTypes.silentProxy,
    'The proxy hides the address',
    'The proxy in front of this host must pass Host on unchanged and set X-Forwarded-Proto.',
  );

const tooLarge = (): Response =>
  problem(
    413,
    problemTypes.tooLarge,
    'Too large',
    `A sign-in may have at most ${bodyBytes} bytes.`,
  );

const readSignIn = async (request: Request): Promise<string | null> => {
  try {
    const body = decode(SignIn, await request.json());
    return body.ok ? body.value.apiKey : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Requests the key's clients from the service, the only read that needs no ID. */
const tryKey = (service: Service, request: Request, apiKey: string, address: string) => {
  const trial = requestWithKey(request, pathTo('clients', {}), apiKey);
  return service.fetch(trial, { address, sessionBegan: null, signsIn: true });
};

/** The host's response if the service did not accept the key, otherwise null. Only a 401 rejects a key. */
const refusal = (response: Response): Response | null => {
  if (response.ok || response.status === 403) return null;
  if (response.status === 401) {
    return problem(
      401,
      problemTypes.unauthenticated,
      'The key was not accepted',
      'The service does not accept this API key.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  const busy = response.status === 429 || response.status === 503;
  const wait = response.headers.get('Retry-After');
  return problem(
    busy ? 503 : 502,
    busy ? problemTypes.unavailable : problemTypes.upstreamUnreachable,
    'The key could not be checked',
    `The service responded with ${response.status}. The key may be valid; try again.`,
    { headers: wait === null ? {} : { 'Retry-After': wait } },
  );
};

/**
 * `POST /session {apiKey}` signs in and returns `PageSettings`. `DELETE /session` signs out, unless it names another session
 * than the browser's, so that an old tab does not end a newer session.
 */
export function sessionRoutes(options: SessionRoutesOptions): Hono {
  const { service, sealer, onLoopback, readSettings, limit, addressOf, onSignIn } = options;
  const routes = new Hono();

  routes.use(async (c, next) => (isSameOrigin(c.req.raw) ? next() : crossSite()));

  routes.use(async (c, next) =>
    onLoopback && isBehindSilentProxy(c.req.raw) ? silentProxy() : next(),
  );

  routes.post('/', bodyLimit({ maxSize: bodyBytes, onError: tooLarge }), async (c) => {
    const mediaType = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json') return notJson();
    const apiKey = await readSignIn(c.req.raw);
    if (apiKey === null) return badBody();

    const response = await limit.attempt(addressOf(c), apiKey, async () =>
      tryKey(service, c.req.raw, apiKey, addressOf(c)),
    );
    if (typeof response === 'number') {
      onSignIn({ accepted: false, status: 429 });
      return tooManyGuesses(response);
    }
    await response.body?.cancel();
    const refused = refusal(response);
    onSignIn({ accepted: refused === null, status: response.status });
    if (refused !== null) return refused;

    const sample = response.headers.get('Sightline-Sample') === '1';
    const scopes = response.headers.get(scopesHeader)?.split(' ');
    const canAddNotes = scopes?.includes(notesScope) ?? null;
    const { session, sealed } = await sealer.start(apiKey, sample, canAddNotes);
    // Browsers silently drop longer cookies.
    if (sealed.length > cookieBytes) return badBody();
    const { name, attributes } = sessionCookie(c.req.raw, onLoopback);
    setCookie(c, name, sealed, { ...attributes, maxAge: sessionSeconds });
    c.header('Cache-Control', 'no-store');
    return c.json(await readSettings(session, c), 201);
  });

  routes.delete('/', async (c) => {
    const { name, attributes } = sessionCookie(c.req.raw, onLoopback);
    const named = c.req.header(sessionHeader);
    const session = named === undefined ? null : await sealer.open(getCookie(c, name) ?? '');
    if (session !== null && session.id !== named) return sessionMismatch();
    deleteCookie(c, name, attributes);
    c.header('Cache-Control', 'no-store');
    return c.body(null, 204);
  });

  routes.all('/', () =>
    problem(
      405,
      problemTypes.noSuchEndpoint,
      'Method not allowed',
      'A session is created with POST and ended with DELETE.',
      { headers: { Allow: 'POST, DELETE' } },
    ),
  );

  return routes;
}

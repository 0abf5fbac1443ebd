import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type PageSettings, sessionHeader } from '../../src/contract/page-settings.ts';
import { problemMediaType, problemTypes } from '../../src/contract/problem.ts';
import { createService } from '../../src/service/app.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { type KeyName, loadSmallWorld, now } from '../service/small-world.ts';

const settings: PageSettings = {
  session: null,
  units: { visibility: '%', shareOfVoice: '%', gap: '%' },
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Sightline', logo: null, accent: null },
  share: null,
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};

const createProblem = (status: number, type: string) =>
  HttpResponse.json(
    { type, title: 'No', status, detail: 'Sign in.' },
    { status, headers: { 'Content-Type': problemMediaType } },
  );

async function createWorld(addTo: (store: Store) => Promise<void>) {
  const store = createMemoryStore();
  const keyOf = await loadSmallWorld(store);
  await addTo(store);
  const failures: unknown[] = [];
  const service = createService({
    store,
    clock: () => now,
    cursorSecret: new Uint8Array(32).fill(1),
    mayUseSampleKeys: () => true,
    onError: (failure) => failures.push(failure),
  });
  /** Keys by session ID; a real host keeps each key in the cookie of its session. */
  const sessions = new Map<string, string>();
  const calls: string[] = [];

  const fingerprints = new Map<string, string>();
  function fingerprintOf(key: string): string {
    const fingerprint = fingerprints.get(key) ?? `of key ${fingerprints.size + 1}`;
    fingerprints.set(key, fingerprint);
    return fingerprint;
  }

  function openSession(key: string): PageSettings {
    const id = `session-${sessions.size + 1}`;
    sessions.set(id, key);
    const expiresAt = '2026-02-01T08:00:00.000Z';
    return {
      ...settings,
      session: {
        id,
        keyFingerprint: fingerprintOf(key),
        expiresAt,
        scopes: null,
        isClientKey: null,
        isBusinessKey: null,
      },
    };
  }

  const send = async (request: Request, key: string): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const { method, url, signal } = request;
    // Read in full, because the stream of a body can be read only once.
    const body = method === 'GET' ? null : await request.text();
    return service.fetch(new Request(url, { method, headers, body, signal }));
  };

  const handlers: RequestHandler[] = [
    http.post('*/session', async ({ request }) => {
      const { apiKey } = v.parse(v.object({ apiKey: v.string() }), await request.json());
      const probe = await send(new Request(new URL('/v1/clients', request.url)), apiKey);
      return probe.status === 401 ? probe : HttpResponse.json(openSession(apiKey), { status: 201 });
    }),
    http.delete('*/session', ({ request }) => {
      sessions.delete(request.headers.get(sessionHeader) ?? '');
      return new HttpResponse(null, { status: 204 });
    }),
    http.all('*/v1/*', ({ request }) => {
      const key = sessions.get(request.headers.get(sessionHeader) ?? '');
      return key === undefined
        ? createProblem(401, problemTypes.unauthenticated)
        : send(request, key);
    }),
  ];
  return { settings, keyOf, openSession, send, sessions, calls, failures, handlers };
}

/**
 * Lets `fetch` reach the built-in service, with the small world in a memory store, through the parts of the host that a
 * page sees: `/session`, and `/v1` and `/sightline/v1` for requests with a session ID. Registers hooks that set up the
 * service anew before each test; any failure inside the service fails the test.
 * @param addTo adds records to the store of the small world
 */
export function setUpService(addTo: (store: Store) => Promise<void> = async () => {}) {
  const server = setupServer();
  let world: Awaited<ReturnType<typeof createWorld>> | null = null;
  const currentWorld = () => {
    if (!world)
      throw new Error(
        'The service starts with the first test. Use it only in tests or their hooks.',
      );
    return world;
  };

  const { fetch: originalFetch } = globalThis;
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' });
    const { fetch } = globalThis;
    // Relative paths need a base where there is no page.
    if (!('location' in globalThis)) {
      globalThis.fetch = (path, init) => fetch(new URL(String(path), 'http://page.test'), init);
    }
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      world?.calls.push(`${request.method} ${pathname}${search}`);
    });
  });
  beforeEach(async () => {
    world = await createWorld(addTo);
    server.resetHandlers(...world.handlers);
  });
  afterEach(() => {
    const { failures } = currentWorld();
    if (failures.length > 0) throw new Error(`The service failed: ${JSON.stringify(failures)}`);
  });
  afterAll(() => {
    server.close();
    globalThis.fetch = originalFetch;
  });

  return {
    /** Overrides responses until the test ends, for example with faults. */
    override: (...handlers: RequestHandler[]): void => server.use(...handlers),
    key: (name: KeyName): string => currentWorld().keyOf(name),
    /** Signs in with a key of the small world, and returns the page settings after sign-in. */
    signedIn: (name: KeyName): PageSettings =>
      currentWorld().openSession(currentWorld().keyOf(name)),
    /** Ends every session, so that later calls return 401. */
    endSessions: (): void => currentWorld().sessions.clear(),
    /** Calls the service directly, bypassing `override`. */
    send: (path: string, name: KeyName, init?: RequestInit): Promise<Response> =>
      currentWorld().send(
        new Request(`http://service.test${path}`, init),
        currentWorld().keyOf(name),
      ),
    /** Removes everything that `override` added. */
    restore: (): void => server.resetHandlers(...currentWorld().handlers),
    /** The method, path and query of each request, in order. */
    get calls(): readonly string[] {
      return currentWorld().calls;
    },
    /** The page settings before sign-in. */
    settings,
  };
}

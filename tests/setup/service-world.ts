import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type PageFacts, sessionHeader } from '../../src/contract/page-facts.ts';
import { problemMediaType, problemTypes } from '../../src/contract/problem.ts';
import { createService } from '../../src/service/app.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import { type KeyName, loadSmallWorld, now } from '../service/small-world.ts';

const facts: PageFacts = {
  session: null,
  units: { visibility: '%', shareOfVoice: '%', gap: 'pt' },
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Sightline', logo: null, accent: null },
  sample: false,
  help: { sampleKeys: [], isEmpty: false },
  capabilities: [],
};

const problem = (status: number, type: string) =>
  HttpResponse.json(
    { type, title: 'No', status, detail: 'Sign in.' },
    { status, headers: { 'Content-Type': problemMediaType } },
  );

async function createWorld() {
  const store = createMemoryStore();
  const keyOf = await loadSmallWorld(store);
  const failures: unknown[] = [];
  const service = createService({
    store,
    clock: () => now,
    cursorSecret: new Uint8Array(32).fill(1),
    sampleKeysAllowed: () => true,
    onError: (failure) => failures.push(failure),
  });
  /** Session id to key, as the host's cookie has them. */
  const sessions = new Map<string, string>();
  const calls: string[] = [];

  function open(key: string): PageFacts {
    const id = `session-${sessions.size + 1}`;
    sessions.set(id, key);
    const expiresAt = '2026-02-01T08:00:00.000Z';
    return { ...facts, session: { id, keyFingerprint: `of ${id}`, expiresAt, canAddNotes: null } };
  }

  const ask = async (request: Request, key: string): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const { method, url, signal } = request;
    // As a whole: a body on its way through two servers would be a stream that only one may read.
    const body = method === 'GET' ? null : await request.text();
    return service.fetch(new Request(url, { method, headers, body, signal }));
  };

  const handlers: RequestHandler[] = [
    http.post('*/session', async ({ request }) => {
      const { apiKey } = v.parse(v.object({ apiKey: v.string() }), await request.json());
      const probe = await ask(new Request(new URL('/v1/clients', request.url)), apiKey);
      return probe.status === 401 ? probe : HttpResponse.json(open(apiKey), { status: 201 });
    }),
    http.delete('*/session', ({ request }) => {
      sessions.delete(request.headers.get(sessionHeader) ?? '');
      return new HttpResponse(null, { status: 204 });
    }),
    http.all('*/v1/*', ({ request }) => {
      const key = sessions.get(request.headers.get(sessionHeader) ?? '');
      return key === undefined ? problem(401, problemTypes.unauthenticated) : ask(request, key);
    }),
  ];
  return { facts, keyOf, open, ask, sessions, calls, failures, handlers };
}

/**
 * The built-in service over the memory store, filled with the small world and reached by `fetch`, with as
 * much of the host as a page sees: `/session`, and `/v1` for who sends a session's id. Registers the hooks
 * that start it for a test file and empty it after each test; any failure inside the service fails the test.
 *
 * `facts` are a page's before sign-in; `signedIn(name)` gives those after, by a key of `keyPlans`.
 * `lay(...)` puts handlers over it until the test ends: the way to make faults. `calls` are method and
 * address of what was asked, in order.
 */
export function serviceWorld() {
  const server = setupServer();
  let world: Awaited<ReturnType<typeof createWorld>> | null = null;
  const current = () => {
    if (!world) throw new Error('The service starts with the first test.');
    return world;
  };

  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' });
    const { fetch } = globalThis;
    // Outside a page a path has nothing to be relative to.
    if (!('location' in globalThis)) {
      globalThis.fetch = (path, init) => fetch(new URL(String(path), 'http://page.test'), init);
    }
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      world?.calls.push(`${request.method} ${pathname}${search}`);
    });
  });
  beforeEach(async () => {
    world = await createWorld();
    server.resetHandlers(...world.handlers);
  });
  afterEach(() => {
    const { failures } = current();
    if (failures.length > 0) throw new Error(`The service failed: ${JSON.stringify(failures)}`);
  });
  afterAll(() => server.close());

  return {
    lay: (...handlers: RequestHandler[]): void => server.use(...handlers),
    key: (name: KeyName): string => current().keyOf(name),
    signedIn: (name: KeyName): PageFacts => current().open(current().keyOf(name)),
    /** Ends every session as the host would: their next calls are answered with 401. */
    endSessions: (): void => current().sessions.clear(),
    /** Asks the service directly, past what was laid over it. */
    ask: (path: string, name: KeyName, init?: RequestInit): Promise<Response> =>
      current().ask(new Request(`http://service.test${path}`, init), current().keyOf(name)),
    /** Takes off whatever was laid over the service. */
    restore: (): void => server.resetHandlers(...current().handlers),
    get calls(): readonly string[] {
      return current().calls;
    },
    facts,
  };
}

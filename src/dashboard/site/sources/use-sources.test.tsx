import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { PropsWithChildren } from 'react';
import { expect, it } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { countsQuery } from '../../api/sightline/counts.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import { createSessionStore } from '../../app/session/session.ts';
import { SessionContext } from '../../app/session/use-session.ts';
import { SiteContext } from '../../use-site.ts';
import { readSearch, requestInView } from '../search/search.ts';
import type { Sources } from './model.ts';
import { useSources } from './use-sources.ts';

setUpBrowser();
const world = setUpService();
const { siteId, brands } = measured;
const tracked = { id: brands.acme, name: 'Acme' };
const requestOf = (region: readonly string[]) =>
  requestInView({ ...readSearch({}), region }, '2026-02-01');
const [worldwideRequest, americanRequest] = [requestOf([]), requestOf(['US'])];
type Part = 'sources' | 'counts';
const queryOf = { sources: sourcesQuery, counts: countsQuery };

/**
 * Holds the responses to requests with a region until their part is released.
 * @returns a function that releases a part
 */
function holdParts() {
  const gates = { sources: Promise.withResolvers<void>(), counts: Promise.withResolvers<void>() };
  for (const part of ['sources', 'counts'] as const) {
    world.override(
      http.get(`*/sightline/v1/sites/:siteId/reports/${part}`, async ({ request }) => {
        const { pathname, search, searchParams } = new URL(request.url);
        if (searchParams.has('region')) await gates[part].promise;
        const response = await world.send(pathname + search, 'agency');
        return HttpResponse.json(await response.json());
      }),
    );
  }
  return (part: Part) => gates[part].resolve();
}

/** Renders the hook. `seenSources` has the sources of every render. */
function renderSources(first: typeof worldwideRequest) {
  const settings = { ...world.signedIn('agency'), capabilities: ['sources', 'counts'] };
  const session = createSessionStore(settings);
  const caller = { session: settings.session?.id ?? null, paging: settings.paging };
  const client = createQueryClient(caller, () => {});
  const wrapper = ({ children }: PropsWithChildren) => (
    <SessionContext value={session}>
      <QueryClientProvider client={client}>
        <SiteContext value={{ siteId, clientId: null }}>{children}</SiteContext>
      </QueryClientProvider>
    </SessionContext>
  );
  const seenSources: (Sources | null)[] = [];
  const { rerender, result } = renderHook(
    ({ request }) => {
      const loaded = useSources(request, tracked);
      seenSources.push(loaded.sources);
      return loaded;
    },
    { wrapper, initialProps: { request: first } },
  );
  const waitForPart = (part: Part, request: typeof worldwideRequest) =>
    waitFor(() =>
      expect(client.getQueryState(queryOf[part]({ siteId, request }).queryKey)?.status).toBe(
        'success',
      ),
    );
  return {
    seenSources,
    result,
    changeTo: (request: typeof worldwideRequest) => rerender({ request }),
    waitForPart,
  };
}

/** Loads the sources for a request in a separate hook. */
async function loadAlone(request: typeof worldwideRequest): Promise<Sources | null> {
  const { result } = renderSources(request);
  await waitFor(() => expect(result.current.sources).not.toBeNull());
  return result.current.sources;
}

it.each<[Part, Part]>([
  ['sources', 'counts'],
  ['counts', 'sources'],
])(
  'the hook never combines responses to different filters when the %s arrive before the %s',
  async (first, second) => {
    const [worldwide, american] = [
      await loadAlone(worldwideRequest),
      await loadAlone(americanRequest),
    ];
    // If they were equal, a mixture would go unnoticed.
    expect(american?.answers).not.toBe(worldwide?.answers);

    const release = holdParts();
    const { seenSources, result, changeTo, waitForPart } = renderSources(worldwideRequest);
    await waitFor(() => expect(result.current.sources).toEqual(worldwide));
    changeTo(americanRequest);
    expect(result.current.isOld).toBe(true);
    release(first);
    await waitForPart(first, americanRequest);
    release(second);
    await waitForPart(second, americanRequest);
    await waitFor(() => expect(result.current.sources).toEqual(american));
    expect(result.current.isOld).toBe(false);
    for (const sources of seenSources) expect([null, worldwide, american]).toContainEqual(sources);
  },
);

it.each<[Part, Part]>([
  ['sources', 'counts'],
  ['counts', 'sources'],
])(
  'the hook returns no sources until both responses have arrived, the %s before the %s',
  async (first, second) => {
    const expected = await loadAlone(americanRequest);
    const release = holdParts();
    const { seenSources, result, waitForPart } = renderSources(americanRequest);
    release(first);
    await waitForPart(first, americanRequest);
    release(second);
    await waitForPart(second, americanRequest);
    await waitFor(() => expect(result.current.sources).toEqual(expected));
    for (const sources of seenSources) expect([null, expected]).toContainEqual(sources);
  },
);

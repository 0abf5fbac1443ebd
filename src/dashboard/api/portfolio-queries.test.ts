// @vitest-environment node
import { InfiniteQueryObserver, type QueryMeta, QueryObserver } from '@tanstack/react-query';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { branches, measured, moreSites } from '../../../tests/service/small-world.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { waitOptions } from '../../../tests/setup/wait-options.ts';
import { ApiError } from './errors.ts';
import { itemsOf } from './find-in-list.ts';
import { clientQuery, clientsQuery, siteQuery, sitesQuery } from './portfolio-queries.ts';
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts';
import { timelineQuery } from './reports.ts';
import { responseTimeout } from './request.ts';
import { countsQuery } from './sightline/counts.ts';
import { sourcesQuery } from './sightline/sources.ts';
import { promptQuery } from './site-queries.ts';

const world = setUpService();

function createClient() {
  const { session, paging } = world.signedIn('agency');
  return createQueryClient({ session: session?.id ?? null, paging }, () => {});
}

const clientId = branches.first.ids.clientId ?? '';
const listedClient = (id: string) => ({ id, name: id });

describe('the end of a list', () => {
  it.each([
    ['null', { nextCursor: null }],
    ['empty', { nextCursor: '' }],
    ['absent', {}],
    ['the cursor just followed', { nextCursor: 'second' }],
  ])('is recognised when the next cursor is %s', async (_, end) => {
    world.override(
      http.get('*/v1/clients', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.has('cursor')
            ? { data: [listedClient('b'), listedClient('a')], ...end }
            : { data: [listedClient('a')], nextCursor: 'second' },
        ),
      ),
    );
    const data = await createClient().infiniteQuery({ ...clientsQuery(), pages: 9 });
    expect(data.pages).toHaveLength(2);
    expect(itemsOf(data).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('stops the search for a client that is not in the list', async () => {
    world.override(
      http.get('*/v1/clients', () => HttpResponse.json({ data: [], nextCursor: 'again' })),
    );
    expect(await createClient().query(clientQuery('unknown'))).toBeNull();
    expect(world.calls).toHaveLength(2);
  });
});

describe('clients and sites', () => {
  it('are found in their lists, except inactive sites', async () => {
    const client = createClient();
    expect(await client.query(clientQuery(clientId))).toMatchObject({ name: 'mark-first client' });
    expect(await client.query(siteQuery(clientId, measured.siteId))).toMatchObject({
      name: 'Shop',
    });
    expect(await client.query(siteQuery(clientId, moreSites.inactive))).toBeNull();
  });

  it('are found by IDs in upper case', async () => {
    const client = createClient();
    const upper = clientId.toUpperCase();
    expect(upper).not.toBe(clientId);
    expect(await client.query(clientQuery(upper))).toMatchObject({ id: clientId });
    const site = await client.query(siteQuery(upper, measured.siteId.toUpperCase()));
    expect(site).toMatchObject({ id: measured.siteId });
  });

  it('need no request once their list is loaded', async () => {
    const client = createClient();
    await client.infiniteQuery(clientsQuery());
    await client.infiniteQuery(sitesQuery(clientId));
    const before = world.calls.length;
    expect(await client.query(clientQuery(clientId))).not.toBeNull();
    expect(await client.query(siteQuery(clientId, measured.siteId))).not.toBeNull();
    expect(world.calls).toHaveLength(before);
  });

  it('are requested with the configured paging parameters', async () => {
    const { session } = world.signedIn('agency');
    const paging = { cursor: 'page', limit: 'size' };
    const client = createQueryClient({ session: session?.id ?? null, paging }, () => {});
    const respond = () => HttpResponse.json({ data: [], nextCursor: 'next' });
    world.override(http.get('*/v1/clients', respond), http.get('*/v1/clients/*/sites', respond));
    await client.infiniteQuery({ ...clientsQuery(), pages: 2 });
    await client.infiniteQuery({ ...sitesQuery('c'), pages: 2 });
    expect(world.calls).toEqual([
      'GET /v1/clients?size=100',
      'GET /v1/clients?size=100&page=next',
      'GET /v1/clients/c/sites?size=100',
      'GET /v1/clients/c/sites?size=100&page=next',
    ]);
  });
});

describe('prompts', () => {
  it('are requested at most four at a time', async () => {
    let running = 0;
    let maxRunning = 0;
    world.override(
      http.get('*/v1/sites/*/prompts/:promptId', async ({ params }) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await delay(0);
        running -= 1;
        return HttpResponse.json({ promptId: params['promptId'], text: 'Which shoes?' });
      }),
    );
    const client = createClient();
    const requests = Array.from({ length: 40 }, (_, index) =>
      client.query(promptQuery('s', `${index}`)),
    );
    expect(await Promise.all(requests)).toHaveLength(40);
    expect(maxRunning).toBe(4);
  });
});

describe('the cache', () => {
  /** Stores 120 numbered results in a cache. Returns the numbers of those that it keeps. */
  const fillCache = async (meta: QueryMeta | undefined) => {
    const client = createClient();
    for (let number = 0; number < 120; number += 1)
      await client.query({
        queryKey: ['kind', number],
        queryFn: () => number,
        ...(meta && { meta }),
      });
    const queries = client.getQueryCache().getAll();
    return queries.map(({ queryKey }) => queryKey[1]);
  };
  const getLastNumbers = (count: number) =>
    Array.from({ length: count }, (_, index) => 120 - count + index);

  it.each([
    [10, 'timelineQuery', timelineQuery({ siteId: 's', request: {} }).meta],
    [10, 'sourcesQuery', sourcesQuery({ siteId: 's', request: {} }).meta],
    [100, 'countsQuery', countsQuery({ siteId: 's', request: {} }).meta],
    [120, 'clientQuery', clientQuery('c').meta],
  ])('keeps the last %d of 120 unused results of %s', async (count, _, meta) => {
    expect(await fillCache(meta)).toEqual(getLastNumbers(count));
  });
});

describe('timelineQuery', () => {
  it('has a key with only the parameters that differ from their defaults', () => {
    const explicit = timelineQuery({
      siteId: 's',
      request: { metric: 'visibility', groupBy: 'brand', tag: [] },
    });
    expect(explicit.queryKey).toEqual(timelineQuery({ siteId: 's', request: {} }).queryKey);
    const other = timelineQuery({ siteId: 's', request: { metric: 'gap', platform: ['b', 'a'] } });
    expect(other.queryKey).toEqual(['timeline', 's', 'platform=b&platform=a&metric=gap']);
  });

  it('loads the report', async () => {
    const report = await createClient().query(
      timelineQuery({ siteId: measured.siteId, request: {} }),
    );
    expect(report.brand?.name).toBe('Acme');
    expect(report.series[0]?.values).toHaveLength(4);
    expect(report.scans).toHaveLength(4);
  });

  it('keeps the ten most recently shown reports and drops older ones', async () => {
    world.override(
      http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json({ series: [] })),
    );
    const client = createClient();
    for (let choice = 0; choice < 50; choice += 1) {
      const query = timelineQuery({ siteId: 's', request: { tag: [`${choice}`] } });
      const observer = new QueryObserver(client, query);
      const leave = observer.subscribe(() => {});
      await observer.refetch();
      leave();
    }
    const cached = client.getQueryCache().findAll({ queryKey: ['timeline'] });
    expect(cached.map(({ queryKey }) => queryKey[2])).toEqual(
      Array.from({ length: 10 }, (_, index) => `tag=${index + 40}`),
    );
  });

  it('returns the same report for an equal response, and reuses equal columns in a different one', async () => {
    const series = (key: string, value: number | null) => ({
      key,
      label: key,
      points: [{ date: '2026-01-01', completedAt: null, value, scanId: null }],
    });
    let body = { series: [series('a', 1), series('b', null)] };
    world.override(http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json(body)));
    const client = createClient();
    const query = { ...timelineQuery({ siteId: 's', request: {} }), staleTime: 0 };
    const load = async () => {
      await client.query(query);
      return client.getQueryData(query.queryKey);
    };
    const first = await load();
    expect(await load()).toBe(first);
    body = { series: [series('a', 1), series('b', 2)] };
    const other = await load();
    expect(world.calls).toHaveLength(3);
    expect(first?.series).toHaveLength(2);
    expect(other?.series[0]).toBe(first?.series[0]);
    expect(first?.series[1]?.values).toEqual(Float64Array.of(Number.NaN));
    expect(other?.series[1]?.values).toEqual(Float64Array.of(2));
  });

  it('reads every point of a long series, and names an invalid one by its position in the response', async () => {
    const points: object[] = Array.from({ length: 5_000 }, (_, scan) => ({
      date: null,
      scanId: `${scan}`,
      value: scan,
      completedAt: new Date(scan * 86_400_000).toISOString(),
    }));
    const serve = () =>
      world.override(
        http.get('*/v1/sites/*/reports/timeline', () =>
          HttpResponse.json({
            series: [
              { key: 'a', points: [] },
              { key: 'b', points },
            ],
          }),
        ),
      );
    serve();
    const report = await createClient().query(timelineQuery({ siteId: 's', request: {} }));
    expect([...(report.series[1]?.values ?? [])]).toEqual(points.map((_, scan) => scan));
    points[4_321] = { date: 5 };
    serve();
    await expect(
      createClient().query(timelineQuery({ siteId: 's', request: {} })),
    ).rejects.toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/^\$\.series\[1\]\.points\[4321\]\.date: /),
    });
  });

  it('refuses series that share no scans, since their columns would take too much memory', async () => {
    const series = Array.from({ length: 1_000 }, (_, index) => ({
      key: `${index}`,
      points: [1, 2, 3, 4, 5].map((value) => ({
        date: null,
        value,
        completedAt: new Date((index * 5 + value) * 1000).toISOString(),
      })),
    }));
    world.override(http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json({ series })));
    await expect(
      createClient().query(timelineQuery({ siteId: 's', request: {} })),
    ).rejects.toMatchObject({
      kind: 'tooLarge',
      reason: '1000 series and all their scans would make a table of over 4000000 cells',
    });
  });

  it('refuses more series than the page can list, before it decodes any', async () => {
    const series = Array.from({ length: 1_001 }, () => ({ key: 5 }));
    world.override(http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json({ series })));
    await expect(
      createClient().query(timelineQuery({ siteId: 's', request: {} })),
    ).rejects.toMatchObject({
      kind: 'tooLarge',
      reason: '1001 series; the limit is 1000',
    });
  });

  it('names an invalid series by its position in the response', async () => {
    const series = [{ key: 'a' }, { key: 5 }];
    world.override(http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json({ series })));
    await expect(
      createClient().query(timelineQuery({ siteId: 's', request: {} })),
    ).rejects.toMatchObject({
      kind: 'unreadable',
      reason: '$.series[1].key: expected string, received number',
    });
  });

  it('refuses more points than the page can hold', async () => {
    const points = Array.from({ length: 200_001 }, () => ({ date: '2026-01-01', value: 1 }));
    const report = { series: [{ key: 'a', points }] };
    world.override(http.get('*/v1/sites/*/reports/timeline', () => HttpResponse.json(report)));
    await expect(
      createClient().query(timelineQuery({ siteId: 's', request: {} })),
    ).rejects.toMatchObject({
      kind: 'tooLarge',
    });
  });
});

describe('retrying', () => {
  const error = (kind: ApiError['kind'], retryAfter: number | null = null) =>
    new ApiError({ kind, call: 'GET /', retryAfter });

  it.each(['busy', 'failed', 'unreachable'] as const)(
    'happens twice after the error “%s”',
    (kind) => {
      expect([0, 1, 2].map((n) => shouldRetry(n, error(kind)))).toEqual([true, true, false]);
    },
  );

  it.each([
    'signedOut',
    'sessionMismatch',
    'forbidden',
    'notFound',
    'refused',
    'unreadable',
    'tooLarge',
    'timeout',
  ] as const)('never happens after the error “%s”', (kind) => {
    expect(shouldRetry(0, error(kind))).toBe(false);
  });

  it('is delayed as long as the service requests, or else longer each time, with jitter', () => {
    expect(retryDelay(0, error('busy', 7000))).toBe(7000);
    expect(retryDelay(0, error('busy'), () => 0)).toBe(500);
    expect(retryDelay(1, error('busy'), () => 0.5)).toBe(2000);
  });

  it('ends after three requests in all', async () => {
    // Makes the delays zero.
    vi.spyOn(Math, 'random').mockReturnValue(-0.5);
    world.override(http.get('*/v1/clients', () => new HttpResponse(null, { status: 500 })));
    await expect(createClient().infiniteQuery(clientsQuery())).rejects.toThrow();
    expect(world.calls).toHaveLength(3);
  });
});

describe('a failed query', () => {
  /** Fails a query; returns a function that observes it, as a component would, and returns its fetch status. */
  async function failQuery() {
    world.override(http.get('*/v1/clients', () => new HttpResponse(null, { status: 404 })));
    const client = createClient();
    await expect(client.infiniteQuery(clientsQuery())).rejects.toThrow();
    return () => {
      new InfiniteQueryObserver(client, clientsQuery()).subscribe(() => {});
      return client.getQueryState(clientsQuery().queryKey)?.fetchStatus;
    };
  }

  it('is not retried by a component that mounts a moment later', async () => {
    const mount = await failQuery();
    expect(mount()).toBe('idle');
  });

  it('is retried by a component that mounts after a while', async () => {
    const mount = await failQuery();
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + responseTimeout);
    expect(mount()).toBe('fetching');
    await vi.waitFor(() => expect(world.calls).toHaveLength(2), waitOptions);
  });
});

it('the query client reports a lost session after the first 401', async () => {
  const sessionLosses: string[] = [];
  const { paging } = world.settings;
  const client = createQueryClient({ session: 'gone', paging }, (kind) => sessionLosses.push(kind));
  await expect(client.infiniteQuery(clientsQuery())).rejects.toMatchObject({ kind: 'signedOut' });
  expect(sessionLosses).toEqual(['signedOut']);
});

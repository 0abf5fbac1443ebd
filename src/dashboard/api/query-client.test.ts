import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

describe('the cache of a session', () => {
  const openClient = () =>
    createQueryClient({ session: 'test', paging: { cursor: 'cursor', limit: 'limit' } }, () => {});
  const load = (client: QueryClient, kind: string, numbers: readonly number[]) =>
    Promise.all(
      numbers.map((n) =>
        client.fetchQuery({
          queryKey: [kind, n],
          queryFn: async () => n,
          ...(kind === 'timeline' && { meta: { maxUnused: 10 } }),
        }),
      ),
    );
  const getCachedNumbers = (client: QueryClient, kind: string) =>
    client
      .getQueryCache()
      .findAll({ queryKey: [kind] })
      .map(({ queryKey }) => queryKey[1]);

  it('keeps the ten most recent of the timelines that are not shown', async () => {
    const client = openClient();
    for (let n = 1; n <= 12; n += 1) await load(client, 'timeline', [n]);
    expect(getCachedNumbers(client, 'timeline')).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    client.clear();
  });

  it('keeps a shown timeline, however old', async () => {
    const client = openClient();
    const observer = new QueryObserver(client, { queryKey: ['timeline', 1], queryFn: () => 1 });
    const stop = observer.subscribe(() => {});
    for (let n = 2; n <= 12; n += 1) await load(client, 'timeline', [n]);
    expect(getCachedNumbers(client, 'timeline')).toContain(1);
    stop();
    client.clear();
  });

  it('completes 30 requests that run at once, then keeps ten of the results', async () => {
    const client = openClient();
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    expect(await load(client, 'timeline', numbers)).toEqual(numbers);
    expect(getCachedNumbers(client, 'timeline')).toHaveLength(10);
    client.clear();
  });

  it('keeps every result of a kind without a limit', async () => {
    const client = openClient();
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    await load(client, 'filters', numbers);
    expect(getCachedNumbers(client, 'filters')).toEqual(numbers);
    client.clear();
  });
});

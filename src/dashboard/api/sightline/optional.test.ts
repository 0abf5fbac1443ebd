import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { optional, patience } from './optional.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const queryKey = ['name'];

/** Observes a query whose responses arrive after the given times in milliseconds, one for each request. */
function observe(...delays: number[]) {
  const client = createQueryClient(
    { session: null, paging: { cursor: 'cursor', limit: 'limit' } },
    () => {},
  );
  const signals: AbortSignal[] = [];
  const load = ({ signal }: { signal: AbortSignal }) => {
    const delay = delays[signals.push(signal) - 1];
    const { promise, resolve } = Promise.withResolvers<string>();
    setTimeout(() => resolve(`after ${delay}`), delay);
    return promise;
  };
  const observer = new QueryObserver(client, { queryKey, ...optional(load), staleTime: 60_000 });
  const stop = observer.subscribe(() => {});
  return { client, signals, stop, read: () => observer.getCurrentResult() };
}
const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

describe('an optional query', () => {
  it('fails after a while without a response, and has the data once it arrives', async () => {
    const { read, signals } = observe(10_000);
    await pass(patience - 1);
    expect(read()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
    await pass(1);
    expect(read()).toMatchObject({ status: 'error', error: { kind: 'timeout' } });
    await pass(10_000 - patience);
    expect(read()).toMatchObject({ status: 'success', data: 'after 10000', error: null });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('has the data of a later request that was faster', async () => {
    const { client, read } = observe(10_000, 1_000);
    await pass(patience);
    void client.refetchQueries({ queryKey });
    await pass(10_000);
    expect(read().data).toBe('after 1000');
  });

  it('has the data of the later request in the end if an earlier one was late too', async () => {
    const { client, read } = observe(8_000, 7_000);
    await pass(patience);
    void client.refetchQueries({ queryKey });
    await pass(3_000);
    expect(read().data).toBe('after 8000');
    await pass(4_000);
    expect(read().data).toBe('after 7000');
  });

  it('leaves no timer after a response in time', async () => {
    const { read } = observe(100);
    await pass(100);
    expect(read().data).toBe('after 100');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts its request when nothing shows it any longer', async () => {
    const { signals, stop } = observe(10_000);
    await pass(100);
    stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

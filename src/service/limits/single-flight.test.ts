import { describe, expect, it, vi } from 'vitest';
import { SingleFlight } from './single-flight.ts';

/** Creates shared work whose runs last until their `end` is called. `starts` lists the runs. */
function createWork() {
  const shared = new SingleFlight<string>();
  const starts: { signal: AbortSignal; end: (outcome: string) => void }[] = [];
  const join = (name = 'x') => {
    const reader = new AbortController();
    const outcome = shared.run(name, reader.signal, (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      starts.push({ signal, end: resolve });
      return promise;
    });
    outcome.catch(() => {});
    return { outcome, leave: () => reader.abort(new Error('left')) };
  };
  return { join, starts };
}

describe('shared work', () => {
  it('runs once for everyone waiting, and again for later readers', async () => {
    const { join, starts } = createWork();
    const readers = Array.from({ length: 50 }, () => join());
    starts[0]?.end('done');
    expect(await Promise.all(readers.map(({ outcome }) => outcome))).toEqual(
      Array(50).fill('done'),
    );
    expect(starts).toHaveLength(1);
    expect(starts[0]?.signal.aborted).toBe(false);
    join();
    expect(starts).toHaveLength(2);
  });

  it('stops when its last reader leaves, and not before', async () => {
    const { join, starts } = createWork();
    const readers = [join(), join(), join()];
    for (const { leave, outcome } of readers) {
      expect(starts[0]?.signal.aborted).toBe(false);
      leave();
      await expect(outcome).rejects.toThrow('left');
    }
    expect(starts[0]?.signal.aborted).toBe(true);
  });

  it('starts again for a reader who joins after it has stopped', async () => {
    const { join, starts } = createWork();
    const first = join();
    first.leave();
    await expect(first.outcome).rejects.toThrow('left');
    const second = join();
    starts[1]?.end('done');
    expect(await second.outcome).toBe('done');
  });

  it('fails for all its readers', async () => {
    const shared = new SingleFlight<string>();
    const { signal } = new AbortController();
    const fail = () => Promise.reject(new Error('broken'));
    const readers = [shared.run('x', signal, fail), shared.run('x', signal, fail)];
    for (const reader of readers) await expect(reader).rejects.toThrow('broken');
  });

  it('does not start for a reader who has already left', async () => {
    const shared = new SingleFlight<string>();
    const begin = vi.fn(() => Promise.reject(new Error('begun')));
    await expect(shared.run('x', AbortSignal.abort(new Error('left')), begin)).rejects.toThrow(
      'left',
    );
    expect(begin).not.toHaveBeenCalled();
  });
});

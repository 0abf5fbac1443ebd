import { describe, expect, it } from 'vitest';
import { FairQueue, QueueFull } from './fair-queue.ts';

const unabortedSignal = new AbortController().signal;

/** Creates a queue whose tasks end when `end` is called. `started` names the tasks in the order they started. */
function openQueue(maxRunning: number, maxWaitingPerKey = 1_000) {
  const queue = new FairQueue({ maxRunning, maxWaitingPerKey });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (key: string, name = key, signal = unabortedSignal) => {
    const outcome = queue.run(key, signal, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      ends.delete(name);
      return name;
    });
    // Tests await the outcome later; until then its rejection must not count as unhandled.
    outcome.catch(() => {});
    return outcome;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  /** Ends running work until none is left. */
  const endAll = async () => {
    for (await settle(); ends.size > 0; ) for (const name of [...ends.keys()]) await end(name);
  };
  return { queue, add, end, endAll, settle, started, countRunning: () => ends.size };
}

describe('the fair queue', () => {
  it('runs as much work at once as its limit allows, and all of it eventually', async () => {
    const { add, end, endAll, settle, started, countRunning } = openQueue(3);
    const all = Array.from({ length: 20 }, (_, n) => add(`key ${n % 4}`, String(n)));
    await settle();
    expect(countRunning()).toBe(3);
    await end('1');
    expect(countRunning()).toBe(3);
    await endAll();
    expect(await Promise.all(all)).toHaveLength(20);
    expect(new Set(started).size).toBe(20);
  });

  it('lets waiting keys take turns, and starts the work of each key in order', async () => {
    const { add, endAll, started } = openQueue(1);
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0']) add(name.charAt(0), name);
    await endAll();
    expect(started).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  it.each([1, 10, 100])(
    'makes a new key wait for the running tasks and at most one task per busy key (busy keys: %i)',
    async (busyKeyCount) => {
      const { add, end, settle, started } = openQueue(1);
      for (let n = 0; n < 50; n += 1) {
        for (let key = 0; key < busyKeyCount; key += 1) add(`greedy ${key}`, `${key} ${n}`);
      }
      await settle();
      add('modest');
      while (!started.includes('modest')) await end(started.at(-1) ?? '');
      expect(started.length).toBeLessThanOrEqual(busyKeyCount + 2);
    },
  );

  it('refuses work beyond the limit of a key, but not the work of other keys', async () => {
    const { add, end, endAll } = openQueue(1, 5);
    const accepted = Array.from({ length: 6 }, (_, n) => add('greedy', String(n)));
    await expect(add('greedy')).rejects.toThrow(QueueFull);
    const other = add('other');
    await end('0');
    const later = add('greedy', 'later');
    await endAll();
    expect(await Promise.all([...accepted, other, later])).toHaveLength(8);
  });

  it('never starts work that was aborted while waiting, and frees its place immediately', async () => {
    const { add, endAll, started } = openQueue(1, 2);
    add('a', 'first');
    const controllers = [new AbortController(), new AbortController()];
    const abandonedRuns = controllers.map(({ signal }, n) => add('b', `left ${n}`, signal));
    await expect(add('b')).rejects.toThrow(QueueFull);
    for (const [n, controller] of controllers.entries()) controller.abort(new Error(`gone ${n}`));
    for (const [n, outcome] of abandonedRuns.entries())
      await expect(outcome).rejects.toThrow(`gone ${n}`);
    const stays = add('b', 'stays');
    await endAll();
    expect(await stays).toBe('stays');
    expect(started).toEqual(['first', 'stays']);
  });

  it('does not start work that was aborted beforehand or just as its turn came, and frees its slot', async () => {
    const { add, end, endAll, started } = openQueue(1);
    await expect(add('a', 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    add('a', 'first');
    const controller = new AbortController();
    const late = add('b', 'late', controller.signal);
    add('b', 'other');
    const ending = end('first');
    controller.abort(new Error('just now'));
    await ending;
    await expect(late).rejects.toThrow('just now');
    await endAll();
    expect(started).toEqual(['first', 'other']);
  });

  it('frees the slot when work fails', async () => {
    const { queue, add, endAll, started } = openQueue(1);
    const failing = () => Promise.reject(new Error('broken'));
    await expect(queue.run('a', unabortedSignal, failing)).rejects.toThrow('broken');
    add('a', 'next');
    await endAll();
    expect(started).toEqual(['next']);
  });
});

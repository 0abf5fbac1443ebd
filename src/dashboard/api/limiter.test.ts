import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

const neverAborted = new AbortController().signal;

describe('a limiter', () => {
  it('runs at most `slots` tasks at once, and starts the others in order', async () => {
    const limiter = createLimiter(2);
    const started: number[] = [];
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const runs = gates.map((gate, n) =>
      limiter(neverAborted, () => {
        started.push(n);
        return gate.promise;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    gates[1]?.resolve();
    await runs[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    gates[0]?.resolve();
    gates[2]?.resolve();
    gates[3]?.resolve();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('frees the slot of a task that fails', async () => {
    const limiter = createLimiter(1);
    await expect(limiter(neverAborted, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    await expect(limiter(neverAborted, async () => 'next')).resolves.toBe('next');
  });

  it('never starts a task that is aborted while waiting', async () => {
    const limiter = createLimiter(1);
    const gate = Promise.withResolvers<void>();
    const first = limiter(neverAborted, () => gate.promise);
    const abandoned = new AbortController();
    let hasStarted = false;
    const second = limiter(abandoned.signal, async () => {
      hasStarted = true;
    });
    abandoned.abort(new Error('left the screen'));
    await expect(second).rejects.toThrow('left the screen');
    gate.resolve();
    await first;
    await expect(limiter(neverAborted, async () => 'free')).resolves.toBe('free');
    expect(hasStarted).toBe(false);
  });
});

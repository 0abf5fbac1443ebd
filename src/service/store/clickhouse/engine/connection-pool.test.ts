import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../store.ts';
import { ConnectionPool, type Lane } from './connection-pool.ts';

/** A pool whose statements run until `end` is called. */
function openPool(connections: number) {
  const pool = new ConnectionPool(Array.from({ length: connections }, (_, n) => n));
  const running: { lane: Lane; connection: number; end: () => void }[] = [];
  const use = (lane: Lane, signal?: AbortSignal) => {
    const outcome = pool.use(
      lane,
      (connection) =>
        new Promise<void>((resolve) => {
          running.push({ lane, connection, end: resolve });
        }),
      signal,
    );
    outcome.catch(() => {});
    return outcome;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (lane: Lane) => {
    const index = running.findIndex((statement) => statement.lane === lane);
    running.splice(index, 1)[0]?.end();
    await settle();
  };
  const count = (lane: Lane) => running.filter((statement) => statement.lane === lane).length;
  return { pool, use, end, count, settle, running };
}

describe('a connection pool', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [4, 2, 3],
    [16, 14, 15],
  ])(
    'of size %i limits running reports to %i, and light statements to %i',
    async (connections, reports, light) => {
      for (const [lane, maxRunning] of [
        ['report', reports],
        ['light', light],
      ] as const) {
        const { use, count, settle, running } = openPool(connections);
        for (let n = 0; n < 50; n += 1) use(lane);
        await settle();
        expect(count(lane)).toBe(maxRunning);
        expect(new Set(running.map(({ connection }) => connection)).size).toBe(maxRunning);
      }
    },
  );

  it('keeps a connection free for light statements while long ones and reports run', async () => {
    const { use, count, settle } = openPool(4);
    for (let n = 0; n < 100; n += 1) use('long');
    for (let n = 0; n < 100; n += 1) use('report');
    await settle();
    expect([count('long'), count('report')]).toEqual([1, 2]);
    use('light');
    await settle();
    expect(count('light')).toBe(1);
  });

  it.each([
    ['light', 'report'],
    ['light', 'long'],
    ['report', 'light'],
    ['long', 'report'],
  ] as const)(
    'starts a %s statement immediately, however many %s statements wait',
    async (lane, waitingLane) => {
      const { use, count, settle } = openPool(4);
      for (let n = 0; n < 100; n += 1) use(waitingLane);
      await settle();
      use(lane);
      await settle();
      expect(count(lane)).toBe(1);
    },
  );

  it('reuses its connections until every statement has run', async () => {
    const { use, end, count, settle } = openPool(4);
    const outcomes = Array.from({ length: 40 }, (_, n) => use(n % 2 === 0 ? 'report' : 'light'));
    await settle();
    while (count('report') + count('light') > 0) {
      if (count('report') > 0) await end('report');
      if (count('light') > 0) await end('light');
    }
    await expect(Promise.all(outcomes)).resolves.toHaveLength(40);
  });

  it('removes aborted statements from the queue', async () => {
    const { use, end, count, settle, running } = openPool(1);
    use('light');
    const controller = new AbortController();
    const aborted = use('report', controller.signal);
    await settle();
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    await end('light');
    expect(running).toEqual([]);
    use('report');
    await settle();
    expect(count('report')).toBe(1);
  });

  it('refuses new statements when too many wait, and refuses both waiting and new ones once it is closed', async () => {
    const { pool, use } = openPool(1);
    const waiting = Array.from({ length: 257 }, () => use('light'));
    await expect(use('light')).rejects.toThrow(StoreUnavailable);
    expect(pool.close()).toEqual([0]);
    for (const statement of waiting.slice(1)) await expect(statement).rejects.toThrow('closed');
    await expect(use('report')).rejects.toThrow('closed');
  });

  it('is idle once the last statement has ended', async () => {
    const { pool, use, end } = openPool(2);
    await pool.waitUntilIdle();
    use('light');
    use('report');
    pool.close();
    let isIdle = false;
    const idle = pool.waitUntilIdle().then(() => {
      isIdle = true;
    });
    await end('light');
    expect(isIdle).toBe(false);
    await end('report');
    expect(isIdle).toBe(true);
    await idle;
  });
});

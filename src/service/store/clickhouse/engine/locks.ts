import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { StoreUnavailable } from '../../store.ts';
import type { Engine } from './engine.ts';

/** A lock that is held: a right that only one holder has at a time, such as to import or to compact. */
export interface HeldLock {
  /** An SQL condition that is true while this lock is held. */
  readonly heldCondition: string;
  /** The parameters of `heldCondition`. */
  readonly params: Record<string, unknown>;
  isStillHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** A lock with one holder at a time. Requests of the same process are granted in order. */
export interface Lock {
  /**
   * @param onWait called, at least once, if another holder has to release it first.
   * @param signal ends the wait; the promise then rejects with the signal's reason.
   */
  acquire(onWait?: () => void, signal?: AbortSignal): Promise<HeldLock>;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** A lock within this process. It suffices if no other process uses the same tables. */
export function createProcessLock(): Lock {
  let last: Promise<void> = Promise.resolve();
  const unfinished = new Set<object>();
  return {
    async acquire(onWait, signal) {
      signal?.throwIfAborted();
      const previous = last;
      const request = Promise.withResolvers<void>();
      last = request.promise;
      if (unfinished.size > 0) onWait?.();
      unfinished.add(request);
      const release = async () => {
        unfinished.delete(request);
        request.resolve();
      };
      try {
        await (signal ? Promise.race([previous, untilAborted(signal)]) : previous);
      } catch (error) {
        // Later requests still have to wait for those before this one.
        void previous.then(release);
        throw error;
      }
      return { heldCondition: 'true', params: {}, isStillHeld: async () => true, release };
    },
  };
}

/** Milliseconds by the server's clock, since hosts' clocks may differ. */
const serverNow = 'toUnixTimestamp64Milli(now64(3))';
const heartbeatEveryMs = 2_000;
/** A claim without a heartbeat for this long is dead, and the next claim gets the lease. */
const heartbeatTimeoutMs = 10_000;

const QueueRow = v.object({ first: v.nullable(v.string()), dead: v.number() });
const HeldRow = v.object({ held: v.number() });

/** The conditions and queries about the claims in a table. */
function createClaimQueries(table: string) {
  const lastHeartbeat = `(SELECT max(at) FROM ${table} WHERE id = {claim:UUID})`;
  const aliveCondition = `${lastHeartbeat} > ${serverNow} - ${heartbeatTimeoutMs}`;
  /** Selects the live claim that has waited longest. */
  const firstInQueue = `SELECT id FROM (SELECT id, min(at) AS since, max(at) AS heartbeat, max(ended) AS over FROM ${table} GROUP BY id)
    WHERE NOT over AND heartbeat > ${serverNow} - ${heartbeatTimeoutMs} ORDER BY since, id LIMIT 1`;
  return {
    aliveCondition,
    /**
     * Selects the first claim in the queue, and whether the claim `{claim:UUID}` is dead. A new claim that is not visible
     * yet is not dead.
     */
    queueStatus: `SELECT (${firstInQueue}) AS first, ${lastHeartbeat} > 0 AND NOT (${aliveCondition}) AS dead`,
  };
}

interface ServerLeaseOptions {
  /** The table of the claims. */
  table: 'claims' | 'runnerClaims';
  /** How often a waiting host asks whether it has the lease, in milliseconds. */
  pollEveryMs: number;
}

/**
 * A lease among the hosts that share a server. A row in the table makes a claim, further rows (heartbeats) keep it alive,
 * and the oldest live claim has the lease. A claim that has missed its heartbeats stays dead, even if its host comes
 * back.
 * @param options by default, the lease of imports and compactions.
 */
export function createServerLease(
  engine: Engine,
  { table, pollEveryMs }: ServerLeaseOptions = { table: 'claims', pollEveryMs: 100 },
): Lock {
  const processLock = createProcessLock();
  const { aliveCondition, queueStatus } = createClaimQueries(table);

  async function claim(onWait: () => void, signal?: AbortSignal): Promise<HeldLock> {
    const params = { claim: randomUUID() };
    const sendHeartbeat = (hasEnded: boolean, condition: string) =>
      engine.run(
        `INSERT INTO ${table} SELECT {claim:UUID}, ${serverNow}, ${hasEnded} WHERE ${condition}`,
        params,
      );
    await sendHeartbeat(false, 'true');
    const heartbeatTimer = setInterval(() => {
      // The next heartbeat makes up for a missed one; too many missed ones end the claim.
      sendHeartbeat(false, aliveCondition).catch(() => {});
    }, heartbeatEveryMs);
    heartbeatTimer.unref();
    const release = async () => {
      clearInterval(heartbeatTimer);
      await sendHeartbeat(true, 'true').catch(() => {});
    };
    const isStillHeld = async () => {
      const [row] = await engine.rows(HeldRow, `SELECT ${aliveCondition} AS held`, params);
      return row?.held === 1;
    };
    try {
      // The claim must be first in two consecutive polls, since an earlier one may become visible later.
      for (let timesFirst = 0; ; ) {
        const [status] = await engine.rows(QueueRow, queueStatus, params);
        timesFirst = status?.first === params.claim ? timesFirst + 1 : 0;
        if (status?.first != null && timesFirst === 0) onWait();
        if (timesFirst === 2)
          return { heldCondition: aliveCondition, params, isStillHeld, release };
        // The heartbeats did not reach the server, so the lease would never come.
        if (status?.dead)
          throw new StoreUnavailable(
            'The place in the queue was lost, because the connection to the server was interrupted. Nothing was changed; try again.',
          );
        await pause(pollEveryMs, undefined, signal && { signal });
      }
    } catch (error) {
      await release();
      signal?.throwIfAborted();
      throw error;
    }
  }

  return {
    async acquire(onWait = () => {}, signal) {
      const heldByProcess = await processLock.acquire(onWait, signal);
      try {
        const lease = await claim(onWait, signal);
        return {
          ...lease,
          async release() {
            await lease.release();
            await heldByProcess.release();
          },
        };
      } catch (error) {
        await heldByProcess.release();
        throw error;
      }
    },
  };
}

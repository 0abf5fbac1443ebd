import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { StoreUnavailable } from '../../store.ts';
import type { Engine } from './engine.ts';

/** The right to import or to sweep, which only one holder has at a time. */
export interface Turn {
  /** An SQL condition that is true while this turn is held. */
  readonly heldCondition: string;
  /** The parameters of `heldCondition`. */
  readonly params: Record<string, unknown>;
  isStillHeld(): Promise<boolean>;
  end(): Promise<void>;
}

/** Grants turns one at a time. Requests of the same process are granted in order. */
export interface Turns {
  /** @param onWait called, at least once, if another turn has to end first. */
  take(onWait?: () => void): Promise<Turn>;
}

/** Turns within this process. They suffice if no other process imports into the same tables. */
export function createProcessTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  const unfinished = new Set<object>();
  return {
    async take(onWait) {
      const previous = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      if (unfinished.size > 0) onWait?.();
      unfinished.add(turn);
      await previous;
      return {
        heldCondition: 'true',
        params: {},
        isStillHeld: async () => true,
        async end() {
          unfinished.delete(turn);
          turn.resolve();
        },
      };
    },
  };
}

/** Milliseconds by the server's clock, since hosts' clocks may differ. */
const serverNow = 'toUnixTimestamp64Milli(now64(3))';
const heartbeatEveryMs = 2_000;
/** A claim without a heartbeat for this long is dead, and the next claim gets the turn. */
const heartbeatTimeoutMs = 10_000;
const pollEveryMs = 100;

const QueueRow = v.object({ first: v.nullable(v.string()), dead: v.number() });
const HeldRow = v.object({ held: v.number() });

const lastHeartbeat = '(SELECT max(at) FROM claims WHERE id = {claim:UUID})';
const aliveCondition = `${lastHeartbeat} > ${serverNow} - ${heartbeatTimeoutMs}`;
/** Selects the live claim that has waited longest. */
const firstInQueue = `SELECT id FROM (SELECT id, min(at) AS since, max(at) AS heartbeat, max(ended) AS over FROM claims GROUP BY id)
  WHERE NOT over AND heartbeat > ${serverNow} - ${heartbeatTimeoutMs} ORDER BY since, id LIMIT 1`;
/**
 * Selects the first claim in the queue, and whether the claim `{claim:UUID}` is dead. A new claim that is not visible
 * yet is not dead.
 */
const queueStatus = `SELECT (${firstInQueue}) AS first, ${lastHeartbeat} > 0 AND NOT (${aliveCondition}) AS dead`;

/**
 * Turns among the hosts that share a server. A row in `claims` makes a claim, further rows (heartbeats) keep it alive,
 * and the oldest live claim has the turn. A claim that has missed its heartbeats stays dead, even if its host comes
 * back.
 */
export function createServerTurns(engine: Engine): Turns {
  const processTurns = createProcessTurns();

  async function claim(onWait: () => void): Promise<Turn> {
    const params = { claim: randomUUID() };
    const sendHeartbeat = (hasEnded: boolean, condition: string) =>
      engine.run(
        `INSERT INTO claims SELECT {claim:UUID}, ${serverNow}, ${hasEnded} WHERE ${condition}`,
        params,
      );
    await sendHeartbeat(false, 'true');
    const heartbeatTimer = setInterval(() => {
      // The next heartbeat makes up for a missed one; too many missed ones end the claim.
      sendHeartbeat(false, aliveCondition).catch(() => {});
    }, heartbeatEveryMs);
    heartbeatTimer.unref();
    const end = async () => {
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
        if (timesFirst === 2) return { heldCondition: aliveCondition, params, isStillHeld, end };
        // The heartbeats did not reach the server, so the turn would never come.
        if (status?.dead)
          throw new StoreUnavailable(
            'This import lost its place in the queue, because the connection to the server was interrupted. Nothing was imported; import again.',
          );
        await pause(pollEveryMs);
      }
    } catch (error) {
      await end();
      throw error;
    }
  }

  return {
    async take(onWait = () => {}) {
      const processTurn = await processTurns.take(onWait);
      try {
        const turn = await claim(onWait);
        return {
          ...turn,
          async end() {
            await turn.end();
            await processTurn.end();
          },
        };
      } catch (error) {
        await processTurn.end();
        throw error;
      }
    },
  };
}

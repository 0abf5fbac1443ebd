import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { StoreUnavailable } from '../store.ts';
import type { Engine } from './engine.ts';

/** The right to import, held by one at a time. */
export interface Turn {
  /** A condition on `imports` under which this turn still holds, as SQL over the parameters below. */
  readonly holds: string;
  readonly params: Record<string, unknown>;
  stillHeld(): Promise<boolean>;
  end(): Promise<void>;
}

/** Hands out turns one at a time, in the order of requests. */
export interface Turns {
  take(): Promise<Turn>;
}

/** Turns within this process, which alone holds the folder. */
export function turnsOfProcess(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      await before;
      return {
        holds: 'true',
        params: {},
        stillHeld: async () => true,
        end: async () => turn.resolve(),
      };
    },
  };
}

/** Milliseconds by the server's clock, so that hosts need not agree on theirs. */
const serverNow = 'toUnixTimestamp64Milli(now64(3))';
const beatEveryMs = 2_000;
/** A claim without a beat for this long is dead for good: its import may be swept away. */
const beatWithinMs = 10_000;
const lookEveryMs = 100;

const LineRow = v.object({ first: v.nullable(v.string()), dead: v.number() });
const HeldRow = v.object({ held: v.number() });

const lastBeat = '(SELECT max(at) FROM claims WHERE id = {claim:UUID})';
const isAlive = `${lastBeat} > ${serverNow} - ${beatWithinMs}`;
/** The claim that has waited longest among those alive. */
const firstInLine = `SELECT id FROM (SELECT id, min(at) AS since, max(at) AS beat, max(ended) AS over FROM claims GROUP BY id)
  WHERE NOT over AND beat > ${serverNow} - ${beatWithinMs} ORDER BY since, id LIMIT 1`;
/** A claim just made may not show yet: that is not a dead one. */
const line = `SELECT (${firstInLine}) AS first, ${lastBeat} > 0 AND NOT (${isAlive}) AS dead`;

/**
 * Turns among hosts on one server: a row claims, more rows keep the claim alive, the oldest claim alive has
 * the turn. A claim whose beats stopped stays dead, however late its host comes back.
 */
export function turnsOfServer(engine: Engine): Turns {
  const within = turnsOfProcess();

  async function claim(): Promise<Turn> {
    const params = { claim: randomUUID() };
    const beat = (ended: boolean, condition: string) =>
      engine.run(
        `INSERT INTO claims SELECT {claim:UUID}, ${serverNow}, ${ended} WHERE ${condition}`,
        params,
      );
    await beat(false, 'true');
    const beating = setInterval(() => {
      // A beat that is missed is made up by the next; too many missed end the claim.
      beat(false, isAlive).catch(() => {});
    }, beatEveryMs);
    beating.unref();
    const end = async () => {
      clearInterval(beating);
      await beat(true, 'true').catch(() => {});
    };
    const stillHeld = async () => {
      const [held] = await engine.rows(HeldRow, `SELECT ${isAlive} AS held`, params);
      return held?.held === 1;
    };
    try {
      // Seen first twice: a claim stamped a moment earlier may take as long to show.
      for (let seenFirst = 0; ; ) {
        const [seen] = await engine.rows(LineRow, line, params);
        seenFirst = seen?.first === params.claim ? seenFirst + 1 : 0;
        if (seenFirst === 2) return { holds: isAlive, params, stillHeld, end };
        // Its beats did not reach the server, so its turn would never come.
        if (seen?.dead) throw new StoreUnavailable('Lost the place in line to import.');
        await pause(lookEveryMs);
      }
    } catch (error) {
      await end();
      throw error;
    }
  }

  return {
    async take() {
      const place = await within.take();
      try {
        const turn = await claim();
        return {
          ...turn,
          async end() {
            await turn.end();
            await place.end();
          },
        };
      } catch (error) {
        await place.end();
        throw error;
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { StoreUnavailable } from '../store.ts';
import type { Engine } from './engine.ts';

/** The right to import, which only one importer holds at a time. */
export interface Turn {
  /** An SQL condition that is true while this turn is held, with the parameters below. */
  readonly holds: string;
  readonly params: Record<string, unknown>;
  stillHeld(): Promise<boolean>;
  end(): Promise<void>;
}

/** Grants turns one at a time, in the order of requests. */
export interface Turns {
  take(): Promise<Turn>;
}

/** Turns within this process, which is the only one using the folder. */
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

/** Milliseconds by the server's clock, since hosts' clocks may differ. */
const serverNow = 'toUnixTimestamp64Milli(now64(3))';
const beatEveryMs = 2_000;
/** A claim without a beat for this long has expired, and its import may be swept. */
const beatWithinMs = 10_000;
const lookEveryMs = 100;

const LineRow = v.object({ first: v.nullable(v.string()), dead: v.number() });
const HeldRow = v.object({ held: v.number() });

const lastBeat = '(SELECT max(at) FROM claims WHERE id = {claim:UUID})';
const isAlive = `${lastBeat} > ${serverNow} - ${beatWithinMs}`;
/** The live claim that has waited longest. */
const firstInLine = `SELECT id FROM (SELECT id, min(at) AS since, max(at) AS beat, max(ended) AS over FROM claims GROUP BY id)
  WHERE NOT over AND beat > ${serverNow} - ${beatWithinMs} ORDER BY since, id LIMIT 1`;
/** A new claim may not be visible yet, which does not make it dead. */
const line = `SELECT (${firstInLine}) AS first, ${lastBeat} > 0 AND NOT (${isAlive}) AS dead`;

/**
 * Turns among hosts on one server. A row makes a claim, further rows (beats) keep it alive, and the oldest live claim has
 * the turn. A claim without beats stays dead, even if its host comes back.
 */
export function turnsOfServer(engine: Engine): Turns {
  const ownTurns = turnsOfProcess();

  async function claim(): Promise<Turn> {
    const params = { claim: randomUUID() };
    const beat = (ended: boolean, condition: string) =>
      engine.run(
        `INSERT INTO claims SELECT {claim:UUID}, ${serverNow}, ${ended} WHERE ${condition}`,
        params,
      );
    await beat(false, 'true');
    const beating = setInterval(() => {
      // The next beat makes up for a missed one; too many missed beats end the claim.
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
      // Must be first twice, since an earlier claim may become visible later.
      for (let seenFirst = 0; ; ) {
        const [seen] = await engine.rows(LineRow, line, params);
        seenFirst = seen?.first === params.claim ? seenFirst + 1 : 0;
        if (seenFirst === 2) return { holds: isAlive, params, stillHeld, end };
        // The beats did not reach the server, so the turn would never come.
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
      const place = await ownTurns.take();
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

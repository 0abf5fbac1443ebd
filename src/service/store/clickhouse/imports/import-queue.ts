import { randomInt } from 'node:crypto';
import type { ImportSettings, ImportWriter } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import type { Turn, Turns } from '../engine/turns.ts';
import type { Journal } from '../integrity/journal.ts';
import { type DataVersions, readNewestImport } from '../reads/data-versions.ts';
import { ClickHouseImport } from './import-writer.ts';
import { sweep } from './sweep.ts';

const sweepEveryMs = 60_000;
/** After this time, in milliseconds, an import of another host must have ended. */
const abandonedImportMs = 6 * 3_600_000;

interface ImportQueueOptions {
  engine: Engine;
  layout: Layout;
  journal: Journal;
  turns: Turns;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Whether other hosts import into the same tables. */
  isShared: boolean;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays: number | null;
  /** Whether the store has been checked and is undamaged; nothing is removed before that. */
  canSweep: () => boolean;
}

/** Runs imports one at a time, with sweeps between them. */
export class ImportQueue {
  readonly #options: ImportQueueOptions;
  #lastId = 0;
  #sweptAt = 0;

  constructor(options: ImportQueueOptions) {
    this.#options = options;
  }

  /** Begins an import as soon as no other import or sweep is running. */
  async begin(versions: DataVersions, settings?: ImportSettings): Promise<ImportWriter> {
    const { engine, layout, journal, turns, now } = this.#options;
    const turn = await turns.take(settings?.onWait);
    try {
      const base = await readNewestImport(engine);
      await versions.advanceTo(base);
      const id = this.#createId(base);
      await journal.record('begun', id);
      const onEnd = async (isCommitted: boolean) => {
        if (isCommitted) await versions.advanceTo(id);
        // Replaced rows are kept for a minute, so more frequent sweeps would find little to remove.
        if (isCommitted && now() - this.#sweptAt < sweepEveryMs) await turn.end();
        else this.#sweepInTurn(turn);
      };
      const measuresAgain = settings?.measuresAgain ?? false;
      return new ClickHouseImport({
        engine,
        layout,
        journal,
        id,
        base,
        turn,
        now,
        onEnd,
        measuresAgain,
      });
    } catch (error) {
      await turn.end();
      throw error;
    }
  }

  /**
   * Creates an import ID from the time in microseconds. Its digits below the millisecond are random, so that two hosts
   * are unlikely to choose the same ID.
   */
  #createId(base: number): number {
    const { now } = this.#options;
    this.#lastId = Math.max(this.#lastId + 1, base + 1, now() * 1000) + randomInt(1000);
    return this.#lastId;
  }

  /** Starts a sweep as soon as no import or other sweep is running; resolves before it has finished. */
  async sweep(): Promise<void> {
    this.#sweepInTurn(await this.#options.turns.take());
  }

  /** Sweeps in the background, and then ends the turn. */
  #sweepInTurn(turn: Turn): void {
    const { engine, layout, journal, now, isShared, answerDays, canSweep } = this.#options;
    if (!canSweep()) {
      void turn.end();
      return;
    }
    this.#sweptAt = now();
    // If other hosts import too, a recent import may still be running.
    const abandonedAfterMs = isShared ? abandonedImportMs : 0;
    const limits = { now: this.#sweptAt, abandonedAfterMs, answerDays };
    turn
      .isStillHeld()
      .then(async (isHeld) => {
        if (isHeld) await sweep(engine, layout, journal, limits);
      })
      // The next sweep removes whatever a failed one leaves.
      .catch(() => {})
      .finally(() => turn.end());
  }
}

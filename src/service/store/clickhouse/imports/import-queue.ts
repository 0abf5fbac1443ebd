import { randomInt } from 'node:crypto';
import type { ImportSettings, ImportWriter } from '../../store.ts';
import type { HeldLock, Lock } from '../engine/locks.ts';
import { hasTextsOfRemovedScans } from '../ledger/removed-scans.ts';
import { type DataVersions, readNewestImport } from '../reads/data-versions.ts';
import { compact, replacedRowsKeptMs } from './compaction.ts';
import { ClickHouseImport } from './import-writer.ts';
import { countTombstones, finishHiding, hasOldNoteRows, type RemovalContext } from './removal.ts';

const compactEveryMs = 60_000;
/** After this time, in milliseconds, an import of another host must have ended. */
const abandonedImportMs = 6 * 3_600_000;

/** How long after a removal its rows are removed for good, in milliseconds: once they can be. */
const removalDelayMs = replacedRowsKeptMs + 1_000;

interface ImportQueueOptions extends RemovalContext {
  importLock: Lock;
  /** Whether other hosts import into the same tables. */
  isShared: boolean;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays: number | null;
  /** Whether the store has been checked and is undamaged; nothing is removed before that. */
  canCompact: () => boolean;
}

/** Runs imports one at a time, with compactions between them. */
export class ImportQueue {
  readonly #options: ImportQueueOptions;
  #lastId = 0;
  #compactedAt = 0;
  /** The newest import for which `finishHiding` has been done, if necessary. */
  #hiddenUpTo = -1;
  #removalTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ImportQueueOptions) {
    this.#options = options;
  }

  /** Begins an import as soon as no other import or compaction is running. */
  async begin(versions: DataVersions, settings?: ImportSettings): Promise<ImportWriter> {
    const { engine, layout, journal, importLock, now } = this.#options;
    const lock = await importLock.acquire(settings?.onWait);
    try {
      const base = await readNewestImport(engine);
      await versions.advanceTo(base);
      // An import of another host, or one before this process, may have ended before it could do this.
      if (base !== this.#hiddenUpTo) await this.#finishHiding(base);
      const id = this.#createId(base);
      await journal.record('begun', id);
      const onEnd = async (isCommitted: boolean, hidesRecords: boolean) => {
        if (isCommitted) await versions.advanceTo(id);
        if (isCommitted && hidesRecords) {
          this.compactLater();
          // The records are already hidden. If this fails, the next import or compaction does it.
          await this.#finishHiding(id).catch(() => {});
        } else if (isCommitted) this.#hiddenUpTo = id;
        // Replaced rows are kept for a minute, so more frequent compactions would find little to remove.
        if (isCommitted && now() - this.#compactedAt < compactEveryMs) await lock.release();
        else this.#compactAndRelease(lock);
      };
      const measuresAgain = settings?.measuresAgain ?? false;
      return new ClickHouseImport({
        engine,
        layout,
        journal,
        id,
        base,
        lock,
        now,
        onEnd,
        measuresAgain,
      });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #finishHiding(upTo: number): Promise<void> {
    await finishHiding(this.#options);
    this.#hiddenUpTo = upTo;
  }

  /** Compacts once the rows of records removed by now can be removed for good, or again if a compaction fails. */
  compactLater(): void {
    if (this.#isClosed) return;
    this.#removalTimer ??= setTimeout(() => {
      this.#removalTimer = null;
      void this.compact().catch(() => this.compactLater());
    }, removalDelayMs).unref();
  }

  /** Ends the wait for the compaction after a removal; the next start compacts. */
  stop(): void {
    this.#isClosed = true;
    clearTimeout(this.#removalTimer ?? undefined);
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

  /** Starts a compaction as soon as no import or other compaction is running; resolves before it has finished. */
  async compact(): Promise<void> {
    this.#compactAndRelease(await this.#options.importLock.acquire());
  }

  /**
   * Compacts as `compact` does if rows of removed records, or earlier rows of notes, are still stored. Tries again later if
   * it fails.
   */
  async compactRemovals(): Promise<void> {
    try {
      const { engine } = this.#options;
      const { all } = await countTombstones(engine, 'SELECT id FROM imports');
      const isCompactionDue =
        all > 0 || (await hasTextsOfRemovedScans(engine)) || (await hasOldNoteRows(engine));
      if (isCompactionDue) await this.compact();
    } catch {
      this.compactLater();
    }
  }

  /** Compacts in the background, and then releases the lock. */
  #compactAndRelease(lock: HeldLock): void {
    const { now, isShared, answerDays, canCompact } = this.#options;
    if (!canCompact()) {
      void lock.release();
      return;
    }
    this.#compactedAt = now();
    // If other hosts import too, a recent import may still be running.
    const abandonedAfterMs = isShared ? abandonedImportMs : 0;
    const limits = { now: this.#compactedAt, abandonedAfterMs, answerDays };
    lock
      .isStillHeld()
      .then(async (isHeld) => {
        if (isHeld && (await compact(this.#options, limits))) this.compactLater();
      })
      // The next compaction removes whatever a failed one leaves.
      .catch(() => this.compactLater())
      .finally(() => lock.release());
  }
}

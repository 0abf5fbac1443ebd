import type { Engine } from './engine/engine.ts';
import type { StoreWatch } from './integrity/watch.ts';
import type { KeyTable } from './keys.ts';
import { type DataVersions, readNewestImport } from './reads/data-versions.ts';
import { ServerPoll } from './server-poll.ts';

interface ReadinessOptions {
  engine: Engine;
  keys: KeyTable;
  watch: StoreWatch;
  /** Whether the tables are on a server, where other hosts may change them. */
  isShared: boolean;
  /** Checks and migrates the store. If it fails, the next read or write retries it. */
  prepare: () => Promise<DataVersions>;
}

/** Prepares the store once, and lets reads and writes through only while the store can be trusted. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #poll: ServerPoll | null;
  #preparing: Promise<DataVersions> | null = null;

  constructor(options: ReadinessOptions) {
    this.#options = options;
    this.#poll = options.isShared ? new ServerPoll(() => this.#refresh()) : null;
  }

  /**
   * Returns the versions of the data once the store is prepared. Rejects if it is damaged or its server cannot be
   * reached.
   */
  requireVersions(): Promise<DataVersions> {
    // Cut off from the server, a host would miss revoked keys and new data, so it refuses every read and write.
    const refusal = this.#options.watch.damage ?? this.#poll?.failure ?? null;
    return refusal === null ? this.#prepareOnce() : Promise.reject(refusal);
  }

  /** Returns the newest version of the data; rejects as `requireVersions` does. */
  async requireNewestVersion(): Promise<number> {
    return (await this.requireVersions()).newest;
  }

  stop(): void {
    this.#poll?.stop();
  }

  #prepareOnce(): Promise<DataVersions> {
    this.#preparing ??= this.#options.prepare().catch((error: unknown) => {
      this.#preparing = null;
      throw error;
    });
    return this.#preparing;
  }

  async #refresh(): Promise<void> {
    const { engine, keys } = this.#options;
    const versions = await this.#prepareOnce();
    const [newest] = await Promise.all([readNewestImport(engine), keys.refresh()]);
    await versions.advanceTo(newest);
  }
}

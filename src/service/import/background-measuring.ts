import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { measureSiteInThread } from './import-in-thread.ts';

/** How many of the sites that were left at the start or after a failure have been measured. */
export interface BackgroundProgress {
  left: number;
  measured: number;
}

/** Why a site, or the list of sites, could not be measured again. */
export interface MeasuringProblem {
  /** Null if the list of sites could not be read. */
  siteId: string | null;
  /** An error, or the space that is missing, in bytes. */
  problem: { error: unknown } | { needed: number; free: number };
}

interface BackgroundMeasuringOptions {
  store: Pick<Store, 'pendingSites' | 'lookups' | 'beginImport'>;
  /** Called when sites are found and after each site. */
  onProgress: (progress: BackgroundProgress) => void;
  onProblem: (problem: MeasuringProblem) => void;
  /** Milliseconds until sites that could not be measured are retried. */
  retryAfterMs?: number;
}

const defaultRetryAfterMs = 60_000;

/**
 * Measures all sites again whose figures an earlier version determined, one import for each, so that other imports run
 * in between. Continues where it stopped if the process ends.
 */
export class BackgroundMeasuring {
  readonly #options: BackgroundMeasuringOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: BackgroundMeasuringOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { retryAfterMs = defaultRetryAfterMs } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted && !(await this.#measureAll())) {
      await pause(retryAfterMs, null, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns whether no site is left. */
  async #measureAll(): Promise<boolean> {
    const { store, onProgress, onProblem } = this.#options;
    try {
      const siteIds = await store.pendingSites();
      if (siteIds.length === 0) return true;
      let measured = 0;
      onProgress({ left: siteIds.length, measured });
      for (const siteId of siteIds) {
        if (!(await this.#measure(siteId))) continue;
        measured += 1;
        onProgress({ left: siteIds.length, measured });
      }
      return (await store.pendingSites()).length === 0;
    } catch (error) {
      if (!this.#stop.signal.aborted) onProblem({ siteId: null, problem: { error } });
      return false;
    }
  }

  async #measure(siteId: string): Promise<boolean> {
    const { store, onProblem } = this.#options;
    const { signal } = this.#stop;
    try {
      signal.throwIfAborted();
      const [space] = await store.lookups.spaceForMeasuring([siteId]);
      if (space && space.free < space.needed) {
        onProblem({ siteId, problem: space });
        return false;
      }
      await measureSiteInThread(store, siteId, signal);
      return true;
    } catch (error) {
      if (!signal.aborted) onProblem({ siteId, problem: { error } });
      return false;
    }
  }

  /** Stops and waits until it has. The site being measured keeps its earlier figures. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

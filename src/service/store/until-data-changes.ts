import { LRUCache } from 'lru-cache';
import type { Store } from './store.ts';

/** Keeps what was read from a store until any of its data changes. All calls in between share one read of a name. */
export class UntilDataChanges<T> {
  readonly #store: Pick<Store, 'dataVersion'>;
  readonly #reads: LRUCache<string, Promise<T>>;
  #version = '';

  /** @param max how many names are kept. */
  constructor(store: Pick<Store, 'dataVersion'>, max: number) {
    this.#store = store;
    this.#reads = new LRUCache({ max });
  }

  /** Returns what is kept under this name, or what `read` returns. Failures are not kept. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const version = await this.#store.dataVersion();
    if (version !== this.#version) this.#reads.clear();
    this.#version = version;
    const known = this.#reads.get(name);
    if (known) return known;
    const result = read();
    this.#reads.set(name, result);
    result.catch(() => {
      if (this.#reads.get(name) === result) this.#reads.delete(name);
    });
    return result;
  }
}

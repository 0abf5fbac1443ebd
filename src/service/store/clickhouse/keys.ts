import type { Instant, KeyRecord } from '../store.ts';
import type { Engine } from './engine.ts';
import { VersionedKeyRow } from './schema.ts';

/** In microseconds, like versions. */
const clocksDifferBy = 60_000_000;

/** Keys, few and asked for on every call, are held in memory; every change is durable before it counts. */
export class KeyTable {
  readonly #engine: Engine;
  readonly #byId = new Map<string, KeyRecord>();
  readonly #byDigest = new Map<string, string>();
  #version = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reads what has changed since the last time, on this host or another. */
  async refresh(): Promise<void> {
    // Versions are by the writers' clocks, which may differ a little.
    const since = Math.max(0, this.#version - clocksDifferBy);
    const rows = await this.#engine.rows(
      VersionedKeyRow,
      'SELECT * FROM keys FINAL WHERE version > {since:UInt64}',
      { since },
    );
    for (const { version, ...row } of rows) {
      this.#hold(row);
      this.#version = Math.max(this.#version, version);
    }
  }

  #hold(key: KeyRecord): void {
    this.#byId.set(key.id, key);
    this.#byDigest.set(key.digest, key.id);
  }

  async #write(keys: readonly KeyRecord[]): Promise<void> {
    this.#version = Math.max(this.#version + 1, Date.now() * 1000);
    const version = this.#version;
    await this.#engine.insert(
      'keys',
      keys.map((key) => ({ version, ...key })),
    );
    for (const key of keys) this.#hold(key);
  }

  byDigest(digest: string): KeyRecord | null {
    return this.#byId.get(this.#byDigest.get(digest) ?? '') ?? null;
  }

  all(): readonly KeyRecord[] {
    return [...this.#byId.values()];
  }

  put(key: KeyRecord): Promise<void> {
    return this.#write([key]);
  }

  used(uses: ReadonlyMap<string, Instant>): Promise<void> {
    const touched: KeyRecord[] = [];
    for (const [id, at] of uses) {
      const key = this.#byId.get(id);
      if (key && at > (key.lastUsedAt ?? 0)) touched.push({ ...key, lastUsedAt: at });
    }
    return this.#write(touched);
  }
}

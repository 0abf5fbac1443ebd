import type { Instant, KeyRecord } from '../store.ts';
import type { Engine } from './engine.ts';
import { UseRow, VersionedKeyRow } from './schema.ts';

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

  byDigest(digest: string): KeyRecord | null {
    return this.#byId.get(this.#byDigest.get(digest) ?? '') ?? null;
  }

  /** Every key, with when any host last saw it used. */
  async all(): Promise<readonly KeyRecord[]> {
    const uses = await this.#engine.rows(
      UseRow,
      'SELECT id, max(usedAt) AS lastUsedAt FROM keyUses GROUP BY id',
    );
    const lastUsed = new Map(uses.map((use) => [use.id, use.lastUsedAt]));
    return [...this.#byId.values()].map((key) => ({
      ...key,
      lastUsedAt: lastUsed.get(key.id) ?? key.lastUsedAt,
    }));
  }

  /** Durable when it returns; newer than whatever any host has written of the key. */
  async put(key: KeyRecord): Promise<void> {
    await this.refresh();
    const version = Math.max(this.#version + 1, Date.now() * 1000);
    await this.#engine.insert('keys', [{ version, ...key }]);
    this.#version = version;
    this.#hold(key);
  }

  /** Apart from the keys themselves, so that noting a use never undoes a revocation made elsewhere. */
  used(uses: ReadonlyMap<string, Instant>): Promise<void> {
    const rows = [...uses].map(([id, usedAt]) => ({ id, usedAt }));
    return this.#engine.insert('keyUses', rows);
  }
}

import { keepRestrictions } from '../key-restrictions.ts';
import type { Instant, KeyRecord } from '../records.ts';
import type { Engine } from './engine.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { UseRow, VersionedKeyRow } from './schema.ts';

/** In microseconds, like versions. */
const clocksDifferBy = 60_000_000;

const retryEveryMs = 5_000;

/**
 * Keys, few and looked up on every call, are held in memory. Every change is durable before it counts, except
 * a revocation that there is no room to write: it counts at once and is written later.
 */
export class KeyTable {
  readonly #engine: Engine;
  readonly #byId = new Map<string, KeyRecord>();
  readonly #byDigest = new Map<string, string>();
  readonly #writing = new OneAtATime();
  /** Keys whose revocation is in memory only. */
  readonly #unwritten = new Set<string>();
  #retrying: NodeJS.Timeout | null = null;
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
    this.#byId.set(key.id, keepRestrictions(key, this.#byId.get(key.id)));
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

  /**
   * Writes keys, and with them every revocation not yet written: all or none. Durable when it returns; newer than
   * whatever any host has written of them.
   */
  put(keys: readonly KeyRecord[]): Promise<void> {
    return this.#writing.run('keys', async () => {
      await this.refresh();
      const revoked = [...this.#unwritten].flatMap((id) => this.#byId.get(id) ?? []);
      const records = new Map(
        [...revoked, ...keys].map((key) => [key.id, keepRestrictions(key, this.#byId.get(key.id))]),
      );
      const version = Math.max(this.#version + 1, Date.now() * 1000);
      // One block of one partition: the engine keeps all of it or nothing.
      await this.#engine.insert(
        'keys',
        [...records.values()].map((key) => ({ version, ...key })),
      );
      this.#version = version;
      for (const key of records.values()) {
        this.#hold(key);
        // A key revoked in memory while its earlier record was written is still to be written.
        if (key.revokedAt !== null) this.#unwritten.delete(key.id);
      }
    });
  }

  /** Revokes a known key in memory now; the next write brings it to the table, or a retry every few seconds. */
  revokeInMemory(id: string, at: Instant): void {
    const key = this.#byId.get(id);
    if (!key) return;
    this.#hold({ ...key, revokedAt: key.revokedAt ?? at });
    this.#unwritten.add(id);
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retrying ??= setTimeout(async () => {
      await this.#writeRevocations();
      this.#retrying = null;
      if (this.#unwritten.size > 0) this.#retryLater();
    }, retryEveryMs).unref();
  }

  /** A failure leaves them for the next try: there is still no room. */
  async #writeRevocations(): Promise<void> {
    if (this.#unwritten.size > 0) await this.put([]).catch(() => {});
  }

  /** Tries one last time to write what is in memory only. */
  async close(): Promise<void> {
    clearTimeout(this.#retrying ?? undefined);
    await this.#writeRevocations();
  }

  /** Apart from the keys themselves, so that noting a use never undoes a revocation made elsewhere. */
  used(uses: ReadonlyMap<string, Instant>): Promise<void> {
    const rows = [...uses].map(([id, usedAt]) => ({ id, usedAt }));
    return this.#engine.insert('keyUses', rows);
  }
}

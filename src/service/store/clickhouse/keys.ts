import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { hasSameRestrictions, keepRestrictions } from '../key-restrictions.ts';
import type { Instant, KeyRecord } from '../records.ts';
import type { Engine } from './engine/engine.ts';
import type { Layout } from './engine/layout.ts';
import { KeyUseRow, toKeyRow, VersionedKeyRow } from './engine/schema.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** The largest expected difference between the hosts' clocks, in microseconds, the unit of versions. */
const maxClockDifference = 60_000_000;

const retryEveryMs = 5_000;

/** How many days a share or feed stays in the store after it is revoked or expires. */
const endedShareKeptDays = 30;

/** Whether a share or feed ended so long ago that it can be removed. Keys are kept. */
function isLongEnded({ share, revokedAt, expiresAt }: KeyRecord, now: Instant): boolean {
  const endedAt = Math.min(
    revokedAt ?? Number.POSITIVE_INFINITY,
    expiresAt ?? Number.POSITIVE_INFINITY,
  );
  return share !== null && endedAt < now - endedShareKeptDays * msPerUtcDay;
}

/** Records which keys are about to be removed, and removes them. */
type RecordKeyRemoval = (ids: readonly string[], remove: () => Promise<void>) => Promise<void>;

/** The IDs of removed accounts and clients, and of removed and archived sites. */
export interface EndedOwners {
  accounts: ReadonlySet<string>;
  clients: ReadonlySet<string>;
  sites: ReadonlySet<string>;
}

/** Whether a key, share or feed gives access to nothing but removed data, or is the share or feed of an archived site. */
const isOfEnded = (
  { accountId, clientId, share }: KeyRecord,
  { accounts, clients, sites }: EndedOwners,
): boolean =>
  accounts.has(accountId) || clients.has(clientId ?? '') || sites.has(share?.siteId ?? '');

/**
 * Keeps keys in memory, since they are few and every call looks one up. A change is durable before it applies, except
 * restrictions while the disk is full, which apply immediately and are written later.
 */
export class KeyTable {
  readonly #engine: Engine;
  readonly #onWritten: (versions: Record<string, number>) => Promise<void>;
  readonly #byId = new Map<string, KeyRecord>();
  readonly #byDigest = new Map<string, string>();
  readonly #writeQueue = new KeyedQueue();
  /** Keys with restrictions that are in memory only. */
  readonly #unwrittenIds = new Set<string>();
  #retryTimer: NodeJS.Timeout | null = null;
  #version = 0;

  /** @param onWritten called with the version of each key that has been written, by ID. */
  constructor(engine: Engine, onWritten: (versions: Record<string, number>) => Promise<void>) {
    this.#engine = engine;
    this.#onWritten = onWritten;
  }

  /** Reads the keys that this host or another has changed since the last refresh. */
  async refresh(): Promise<void> {
    // Versions come from the writers' clocks, which may differ a little.
    const since = Math.max(0, this.#version - maxClockDifference);
    const rows = await this.#engine.rows(
      VersionedKeyRow,
      'SELECT * FROM keys FINAL WHERE version > {since:UInt64}',
      { since },
    );
    for (const { version, ...row } of rows) {
      this.#cache(row);
      this.#version = Math.max(this.#version, version);
    }
  }

  #cache(key: KeyRecord): void {
    this.#byId.set(key.id, keepRestrictions(key, this.#byId.get(key.id)));
    this.#byDigest.set(key.digest, key.id);
  }

  byDigest(digest: string): KeyRecord | null {
    return this.#byId.get(this.#byDigest.get(digest) ?? '') ?? null;
  }

  /** Reads every key, with its last use on any host. */
  async readAll(): Promise<readonly KeyRecord[]> {
    const uses = await this.#engine.rows(
      KeyUseRow,
      'SELECT id, max(usedAt) AS lastUsedAt FROM keyUses GROUP BY id',
    );
    const lastUsed = new Map(uses.map((use) => [use.id, use.lastUsedAt]));
    return [...this.#byId.values()].map((key) => ({
      ...key,
      lastUsedAt: lastUsed.get(key.id) ?? key.lastUsedAt,
    }));
  }

  /**
   * Writes keys and every restriction that is not yet written: all of them or none. When the promise resolves, the
   * records are durable, and newer than any earlier record of these keys from any host.
   */
  put(keys: readonly KeyRecord[]): Promise<void> {
    return this.#writeQueue.run('keys', async () => {
      await this.refresh();
      const restricted = [...this.#unwrittenIds].flatMap((id) => this.#byId.get(id) ?? []);
      const records = new Map(
        [...restricted, ...keys].map((key) => [
          key.id,
          keepRestrictions(key, this.#byId.get(key.id)),
        ]),
      );
      const version = Math.max(this.#version + 1, Date.now() * 1000);
      // A single block in a single partition, so the engine writes all of it or nothing.
      await this.#engine.insert(
        'keys',
        [...records.values()].map((key) => ({ version, ...toKeyRow(key) })),
      );
      this.#version = version;
      for (const key of records.values()) {
        this.#cache(key);
        // A key that was restricted in memory while this record was being written must still be written.
        if (hasSameRestrictions(key, this.#byId.get(key.id))) this.#unwrittenIds.delete(key.id);
      }
      // If this fails, the keys have been written nevertheless.
      await this.#onWritten(
        Object.fromEntries([...records.keys()].map((id) => [id, version])),
      ).catch(() => {});
    });
  }

  /**
   * Revokes the keys of removed accounts and clients, and their shares and feeds and those of removed and archived sites,
   * and ends the sessions of all these.
   * @throws StoreUnavailable, StoreFull if this could not be saved; it applies to this host nevertheless.
   */
  async revokeOf(owners: EndedOwners, at: Instant): Promise<void> {
    await this.refresh();
    const revoked = [...this.#byId.values()]
      .filter((key) => key.revokedAt === null && isOfEnded(key, owners))
      .map((key) => ({ ...key, revokedAt: at, sessionsEndedAt: at }));
    if (revoked.length === 0) return;
    await this.put(revoked).catch((error: unknown) => {
      this.restrictInMemory(revoked);
      throw error;
    });
  }

  /**
   * Removes shares and feeds that ended long ago, from the store and from memory.
   * @param record records in the journal which keys are about to be removed.
   */
  removeLongEnded(
    { layout, now }: { layout: Layout; now: Instant },
    record: RecordKeyRemoval,
  ): Promise<void> {
    return this.#removeWhere((key) => isLongEnded(key, now), layout, record);
  }

  /**
   * Removes the revoked shares and feeds of these sites, from the store and from memory.
   * @param record as for `removeLongEnded`.
   */
  removeSharesOf(
    sites: ReadonlySet<string>,
    layout: Layout,
    record: RecordKeyRemoval,
  ): Promise<void> {
    return this.#removeWhere(
      ({ share, revokedAt }) => revokedAt !== null && sites.has(share?.siteId ?? ''),
      layout,
      record,
    );
  }

  #removeWhere(
    isRemoved: (key: KeyRecord) => boolean,
    layout: Layout,
    record: RecordKeyRemoval,
  ): Promise<void> {
    return this.#writeQueue.run('keys', async () => {
      const ended = [...this.#byId.values()].filter(isRemoved);
      if (ended.length === 0) return;
      const ids = ended.map(({ id }) => id);
      await record(ids, async () => {
        for (const table of ['keys', 'keyUses']) {
          await this.#engine.runLong(
            `DELETE FROM ${layout.mutationTarget(table)} WHERE id IN {ids:Array(UUID)}`,
            { ids },
          );
        }
      });
      for (const { id, digest } of ended) {
        this.#byId.delete(id);
        this.#byDigest.delete(digest);
        this.#unwrittenIds.delete(id);
      }
    });
  }

  /** Restricts known keys in memory. The next write, or a retry every few seconds, saves the restrictions. */
  restrictInMemory(keys: readonly KeyRecord[]): void {
    for (const key of keys) {
      const known = this.#byId.get(key.id);
      if (!known) continue;
      this.#cache(keepRestrictions(known, key));
      this.#unwrittenIds.add(key.id);
    }
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retryTimer ??= setTimeout(async () => {
      await this.#writeRestrictions();
      this.#retryTimer = null;
      if (this.#unwrittenIds.size > 0) this.#retryLater();
    }, retryEveryMs).unref();
  }

  /** Writes the restrictions that are only in memory. If this fails, a later attempt writes them. */
  async #writeRestrictions(): Promise<void> {
    if (this.#unwrittenIds.size > 0) await this.put([]).catch(() => {});
  }

  /** Tries one last time to write restrictions that are only in memory. */
  async close(): Promise<void> {
    clearTimeout(this.#retryTimer ?? undefined);
    await this.#writeRestrictions();
  }

  /** Writes uses to a table of their own, so that recording a use never undoes a revocation by another host. */
  recordUses(uses: ReadonlyMap<string, Instant>): Promise<void> {
    const rows = [...uses].map(([id, usedAt]) => ({ id, usedAt }));
    return this.#engine.insert('keyUses', rows);
  }
}

import { type AuditQuery, AuditRecord, AuditTrail } from '../audit.ts';
import type { Engine, Params } from './engine.ts';

const conditions = {
  accountId: 'accountId = {accountId:UUID}',
  clientId: 'clientId = {clientId:UUID}',
  keyId: 'keyId = {keyId:UUID}',
  from: 'at >= {from:Int64}',
  before: 'at < {before:Int64}',
} as const;
const conditionNames = ['accountId', 'clientId', 'keyId', 'from', 'before'] as const;

const countEveryMs = 600_000;

/** The audit trail. No code changes or deletes its rows. */
export class AuditTable {
  readonly #engine: Engine;
  readonly #trail: AuditTrail;
  readonly #count: () => Promise<void>;
  #countedAt = performance.now();
  #uncounted = false;

  /** @param count records the number of lines, so that lost ones are noticed. */
  constructor(engine: Engine, count: () => Promise<void>) {
    this.#engine = engine;
    this.#count = count;
    this.#trail = new AuditTrail(async (records) => {
      await engine.insert('audit', records);
      this.#uncounted = true;
      if (performance.now() - this.#countedAt > countEveryMs) await this.#countLines();
    });
  }

  async #countLines(): Promise<void> {
    if (!this.#uncounted) return;
    this.#uncounted = false;
    this.#countedAt = performance.now();
    // A failed count must not make written lines be written again.
    await this.#count().catch(() => {});
  }

  /** Writes and counts the remaining lines. */
  async close(): Promise<void> {
    await this.flush().catch(() => {});
    await this.#countLines();
  }

  add(record: AuditRecord): void {
    this.#trail.add(record);
  }

  flush(): Promise<void> {
    return this.#trail.flush();
  }

  /** The newest matching lines, oldest first. */
  async read(query: AuditQuery): Promise<readonly AuditRecord[]> {
    await this.flush();
    const set = conditionNames.filter((name) => query[name] !== undefined);
    const where = set.map((name) => conditions[name]).join(' AND ') || 'true';
    const params: Params = { limit: query.limit };
    for (const name of set) params[name] = query[name];
    const rows = await this.#engine.rows(
      AuditRecord,
      `SELECT * FROM audit WHERE ${where} ORDER BY at DESC LIMIT {limit:UInt32}`,
      params,
    );
    return rows.reverse();
  }
}

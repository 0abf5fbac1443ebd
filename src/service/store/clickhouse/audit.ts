import * as v from 'valibot';
import { type AuditQuery, AuditRecord } from '../audit.ts';
import { AuditTrail, countSignIns, matchesQuery } from '../audit-trail.ts';
import type { IssuedKey, SignIns } from '../store.ts';
import type { Engine, Params } from './engine/engine.ts';

const conditions = {
  accountId: 'accountId = {accountId:UUID}',
  clientId: 'clientId = {clientId:UUID}',
  keyId: 'keyId = {keyId:UUID}',
  from: 'at >= {from:Int64}',
  before: 'at < {before:Int64}',
} as const;
const conditionNames = ['accountId', 'clientId', 'keyId', 'from', 'before'] as const;

const SignInsRow = v.object({ id: v.string(), times: v.number(), lastAt: v.number() });

/** The audit trail. Its rows are never changed or deleted. */
export class AuditTable {
  readonly #engine: Engine;
  readonly #trail: AuditTrail;

  /** @param onWritten called when records have been written. */
  constructor(engine: Engine, onWritten: () => Promise<void>) {
    this.#engine = engine;
    this.#trail = new AuditTrail(async (records) => {
      await engine.insert('audit', records);
      // If this fails, the records have been written nevertheless, and must not be written again.
      await onWritten().catch(() => {});
    });
  }

  /** Writes the remaining records. */
  async close(): Promise<void> {
    await this.flush().catch(() => {});
  }

  add(record: AuditRecord): void {
    this.#trail.add(record);
  }

  flush(): Promise<void> {
    return this.#trail.flush();
  }

  /** Implements `Store.signIns`. */
  async signIns(keys: readonly IssuedKey[]): Promise<ReadonlyMap<string, SignIns>> {
    if (keys.length === 0) return new Map();
    await this.#trail.tryToFlush();
    const rows = await this.#engine.rows(
      SignInsRow,
      `SELECT assumeNotNull(keyId) AS id, sum(times) AS times, max(at) AS lastAt FROM audit
       WHERE at >= {since:Int64} AND accountId IN {accountIds:Array(UUID)} AND keyId IN {keyIds:Array(UUID)}
         AND action = 'signed in' GROUP BY keyId`,
      {
        since: Math.min(...keys.map(({ createdAt }) => createdAt)),
        accountIds: [...new Set(keys.map(({ accountId }) => accountId))],
        keyIds: keys.map(({ id }) => id),
      },
    );
    const written = new Map(rows.map(({ id, ...signIns }) => [id, signIns]));
    return countSignIns(this.#trail.held, keys, written);
  }

  /** Reads the newest matching records, and returns them oldest first. */
  async read(query: AuditQuery): Promise<readonly AuditRecord[]> {
    await this.#trail.tryToFlush();
    const names = conditionNames.filter((name) => query[name] !== undefined);
    const where = names.map((name) => conditions[name]).join(' AND ') || 'true';
    const params: Params = { limit: query.limit };
    for (const name of names) params[name] = query[name];
    const rows = await this.#engine.rows(
      AuditRecord,
      `SELECT * FROM audit WHERE ${where} ORDER BY at DESC LIMIT {limit:UInt32}`,
      params,
    );
    const held = this.#trail.held.filter((record) => matchesQuery(record, query));
    return [...rows.reverse(), ...held].slice(-query.limit);
  }
}

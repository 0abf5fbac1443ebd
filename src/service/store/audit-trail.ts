import type { AuditQuery, AuditRecord } from './audit.ts';
import { type IssuedKey, type SignIns, StoreFull } from './store.ts';

/** How long records are collected before they are written, in milliseconds. */
const collectionMs = 1_000;
/**
 * The number of different repeatable records per key and batch after which others are counted together, so that many
 * calls cannot fill the disk.
 */
const maxRecordsPerKey = 20;
/** The maximum number of other records that are held while they cannot be written. */
const maxHeldRecords = 10_000;

/** Whether calls can repeat the action any number of times, so that repeats are counted instead of written. */
const isRepeatable = ({ action }: AuditRecord): boolean =>
  action === 'refused' || action === 'signed in';

/** Collects records for a second before writing them, and holds them, up to a limit, while they cannot be written. */
export class AuditTrail {
  readonly #write: (records: readonly AuditRecord[]) => Promise<void>;
  #heldRecords: AuditRecord[] = [];
  /** Repeatable records by key, and then by action, address and detail. */
  #repeatedRecords = new Map<string | null, Map<string, AuditRecord>>();
  /** The number of records dropped because too many were held. */
  #lostCount = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (records: readonly AuditRecord[]) => Promise<void>) {
    this.#write = write;
  }

  add(record: AuditRecord): void {
    this.#hold(record);
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), collectionMs).unref();
  }

  #hold(record: AuditRecord): void {
    if (isRepeatable(record)) this.#count(record);
    else if (this.#heldRecords.length < maxHeldRecords) this.#heldRecords.push(record);
    else this.#lostCount += record.times;
  }

  /** Counts a repeatable record. Records beyond the limit per key are counted together. */
  #count(record: AuditRecord): void {
    const recordsOfKey = this.#repeatedRecords.get(record.keyId) ?? new Map<string, AuditRecord>();
    this.#repeatedRecords.set(record.keyId, recordsOfKey);
    const identityOf = ({ action, address, detail }: AuditRecord) =>
      `${action}\n${address}\n${detail}`;
    const isBeyondLimit =
      recordsOfKey.size >= maxRecordsPerKey && !recordsOfKey.has(identityOf(record));
    const countedRecord = isBeyondLimit
      ? { ...record, address: '', detail: 'many others' }
      : record;
    const earlier = recordsOfKey.get(identityOf(countedRecord));
    if (earlier) earlier.times += record.times;
    else recordsOfKey.set(identityOf(countedRecord), { ...countedRecord });
  }

  /** The records that are not written yet, oldest first. */
  get held(): readonly AuditRecord[] {
    const repeated = [...this.#repeatedRecords.values()].flatMap((records) => [
      ...records.values(),
    ]);
    return [...this.#heldRecords, ...repeated].sort((a, b) => a.at - b.at);
  }

  /** Writes the collected records if possible, so that reads need not wait for space on a full disk. */
  async tryToFlush(): Promise<void> {
    await this.flush().catch((error: unknown) => {
      if (!(error instanceof StoreFull)) throw error;
    });
  }

  /**
   * Writes the collected records.
   * @throws the error of a failed write; the records are held for the next attempt.
   */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeHeld());
    return this.#writing;
  }

  /** Removes and returns all records, oldest first. If records were dropped, a last one gives their number. */
  #take(): AuditRecord[] {
    const records = [...this.held];
    const last = records.at(-1);
    if (this.#lostCount > 0 && last) records.push(createLossRecord(last.at, this.#lostCount));
    this.#heldRecords = [];
    this.#repeatedRecords = new Map();
    this.#lostCount = 0;
    return records;
  }

  async #writeHeld(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const records = this.#take();
    if (records.length === 0) return;
    try {
      await this.#write(records);
    } catch (error) {
      for (const record of records) this.add(record);
      throw error;
    }
  }
}

/** Whether a record meets the conditions of a query. */
export function matchesQuery(record: AuditRecord, query: AuditQuery): boolean {
  const { from = record.at, before = record.at + 1 } = query;
  const { accountId = record.accountId, clientId = record.clientId, keyId = record.keyId } = query;
  return (
    record.accountId === accountId &&
    record.clientId === clientId &&
    record.keyId === keyId &&
    record.at >= from &&
    record.at < before
  );
}

/** Adds the sign-ins among some records to earlier counts, by the ID of the key. Implements `Store.signIns`. */
export function countSignIns(
  records: readonly AuditRecord[],
  keys: readonly IssuedKey[],
  earlier: ReadonlyMap<string, SignIns> = new Map(),
): ReadonlyMap<string, SignIns> {
  const accountOf = new Map(keys.map(({ id, accountId }) => [id, accountId]));
  const signIns = new Map(earlier);
  for (const { action, accountId, keyId, times, at } of records) {
    if (action !== 'signed in' || keyId === null || accountOf.get(keyId) !== accountId) continue;
    const known = signIns.get(keyId) ?? { times: 0, lastAt: at };
    signIns.set(keyId, { times: known.times + times, lastAt: Math.max(known.lastAt, at) });
  }
  return signIns;
}

const createLossRecord = (at: number, times: number): AuditRecord => ({
  at,
  times,
  action: 'lines lost',
  accountId: null,
  clientId: null,
  keyId: null,
  subject: '',
  detail: '',
  address: '',
});

import * as v from 'valibot';

/**
 * Actions that the audit trail records. `refused` is a call refused because of its key, session, passphrase or scope.
 */
const auditActions = [
  'signed in',
  'refused',
  'note added',
  'imported',
  'import refused',
  'client branded',
  'key created',
  'key rotated',
  'key revoked',
  'sessions ended',
  'share created',
  'share revoked',
  'feed created',
  'feed revoked',
  'lines lost',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One record of the audit trail. It never contains a key, a cookie or the text of a note. */
export const AuditRecord = v.object({
  /** Milliseconds since the epoch. */
  at: v.number(),
  action: v.picklist(auditActions),
  /** The account that was affected; null if unknown, as for an unknown key or a failed import. */
  accountId: v.nullable(v.string()),
  clientId: v.nullable(v.string()),
  /** The key that acted or was acted on; null if it is unknown, or if the operator's action does not concern a key. */
  keyId: v.nullable(v.string()),
  /** What was affected, such as a note's ID or an imported file; empty if there is nothing more to name. */
  subject: v.string(),
  /** Further details for people, such as a status and an endpoint, or the number of answers. */
  detail: v.string(),
  /** The caller's network address; empty if the operator acted on the host's machine. */
  address: v.string(),
  /** How many times the action happened while records were being collected. */
  times: v.number(),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

/** Conditions on audit records. A condition that is left out matches every record. */
export const AuditQuery = v.object({
  accountId: v.optional(v.string()),
  clientId: v.optional(v.string()),
  keyId: v.optional(v.string()),
  /** Records at or after `from`, and before `before`, in milliseconds since the epoch. */
  from: v.optional(v.number()),
  before: v.optional(v.number()),
  /** The maximum number of records. If more match, the newest are returned. */
  limit: v.number(),
});
export type AuditQuery = v.InferOutput<typeof AuditQuery>;

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
    const repeated = [...this.#repeatedRecords.values()].flatMap((records) => [
      ...records.values(),
    ]);
    const records = [...this.#heldRecords, ...repeated].sort((a, b) => a.at - b.at);
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

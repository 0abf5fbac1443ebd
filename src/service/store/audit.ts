/** What can have been done. `refused` is a call without a key that opens anything, or one beyond its key's scopes. */
export const auditActions = [
  'signed in',
  'refused',
  'note added',
  'imported',
  'import refused',
  'key created',
  'key rotated',
  'key revoked',
  'sessions ended',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One line of the audit trail. Never holds a key, a cookie or the text of a note. */
export interface AuditRecord {
  /** Milliseconds since the epoch. */
  at: number;
  action: AuditAction;
  /** Whose data it was about; null where that is not known, as for an unknown key. */
  accountId: string | null;
  clientId: string | null;
  /** The key that did it or that it was done to; null for the operator, and for unknown keys. */
  keyId: string | null;
  /** What it was done to: the note's id, the import's file. Empty where there is nothing more to say. */
  subject: string;
  /** The rest, for people: a status and a path, how many answers. */
  detail: string;
  /** The client's network address; empty where the operator did it on the host's machine. */
  address: string;
  /** How many times in the same second. */
  times: number;
}

/** What to look for. Fields that are left out take everything. */
export interface AuditQuery {
  accountId?: string | undefined;
  clientId?: string | undefined;
  keyId?: string | undefined;
  /** The first instant, and the first one that is too late, in milliseconds since the epoch. */
  from?: number | undefined;
  before?: number | undefined;
  /** The newest so many. */
  limit: number;
}

/** How long records are gathered before they are written, in milliseconds. */
const gatherFor = 1_000;
/** Different refusals that are written of one gathering: whoever tries a million keys must not fill the disk. */
const refusalsAtOnce = 20;
/** Records held while they cannot be written. */
const heldAtMost = 10_000;

const sameRefusal = ({ keyId, detail, address }: AuditRecord): string =>
  JSON.stringify([keyId, detail, address]);

/** Gathers records for a second, and keeps them while they cannot be written. */
export class AuditTrail {
  readonly #write: (records: readonly AuditRecord[]) => Promise<void>;
  #held: AuditRecord[] = [];
  #refusals = new Map<string, AuditRecord>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (records: readonly AuditRecord[]) => Promise<void>) {
    this.#write = write;
  }

  add(record: AuditRecord): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), gatherFor).unref();
    if (record.action === 'refused') {
      this.#addRefusal(record);
      return;
    }
    if (this.#held.length < heldAtMost) this.#held.push(record);
  }

  /** Beyond so many different ones, those of unknown keys count as one. */
  #addRefusal(record: AuditRecord): void {
    const isOneTooMany = record.keyId === null && this.#refusals.size >= refusalsAtOnce;
    const kept = isOneTooMany ? { ...record, address: '', detail: 'many others' } : record;
    const same = sameRefusal(kept);
    const earlier = this.#refusals.get(same);
    if (earlier) earlier.times += record.times;
    else this.#refusals.set(same, { ...kept });
  }

  /**
   * Writes what was gathered.
   * @throws what writing throws; the records are kept for the next time.
   */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeHeld());
    return this.#writing;
  }

  async #writeHeld(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const records = [...this.#held, ...this.#refusals.values()].sort((a, b) => a.at - b.at);
    this.#held = [];
    this.#refusals = new Map();
    if (records.length === 0) return;
    try {
      await this.#write(records);
    } catch (error) {
      this.#held = [...records, ...this.#held].slice(0, heldAtMost);
      this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), gatherFor).unref();
      throw error;
    }
  }
}

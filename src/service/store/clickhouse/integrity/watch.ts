import * as v from 'valibot';
import { StoreDamaged } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { tables as allTables, migrationsTable, type Table } from '../engine/tables.ts';
import { findBrokenParts, findChangedDefinitions, findDetachedParts } from './damage.ts';
import { type Fault, findLostRows } from './lost-rows.ts';
import { tablesOfVersion } from './migrations.ts';
import type { StoreMark } from './store-mark.ts';

const MiB = 1024 * 1024;
/** Tables up to this size are checked before the store serves, larger ones while it serves. */
const maxFirstCheckBytes = 64 * MiB;
/** Tables up to this size are checked every minute. */
const maxFrequentCheckBytes = 4 * MiB;
const checkEveryMs = 60_000;
/** Once a day, a check covers every table, whatever its size. */
const checksPerDay = (24 * 3_600_000) / checkEveryMs;

const SizeRow = v.object({ table: v.string(), bytes: v.number() });

/** Checks the store for damage when it is opened and while it is open. */
export class StoreWatch {
  readonly #engine: Engine;
  readonly #layout: Layout;
  readonly #isInProcess: boolean;
  readonly #mark: StoreMark | null;
  readonly #onDamage: (damage: StoreDamaged) => void;
  #damage: StoreDamaged | null = null;
  #isFullyChecked = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;
  #checkCount = 0;
  #runningCheck: { upToBytes: number; done: Promise<void> } | null = null;
  /** Whether a full check was requested while a smaller one was running. */
  #isFullCheckDue = false;
  #firstCheck: Promise<void> = Promise.resolve();

  /**
   * @param options.isInProcess whether the tables are files of this process; a server checks its files itself.
   * @param options.mark null if the tables are not in a folder of their own.
   * @param options.onDamage called once, when the store stops serving because it is damaged.
   */
  constructor(
    engine: Engine,
    layout: Layout,
    options: {
      isInProcess: boolean;
      mark: StoreMark | null;
      onDamage: (damage: StoreDamaged) => void;
    },
  ) {
    this.#engine = engine;
    this.#layout = layout;
    this.#isInProcess = options.isInProcess;
    this.#mark = options.mark;
    this.#onDamage = options.onDamage;
    if (options.isInProcess) engine.setDamageListener(() => this.#check(Number.POSITIVE_INFINITY));
  }

  /** Why the store must not be read; null while no damage is known. */
  get damage(): StoreDamaged | null {
    return this.#damage;
  }

  /** Whether everything has been checked without finding damage. Until then, nothing may be removed. */
  get isFullyChecked(): boolean {
    return this.#isFullyChecked && this.#damage === null;
  }

  /** @throws StoreDamaged if the engine has set aside a part that it could not read. */
  async checkParts(): Promise<void> {
    if (this.#isInProcess) throwIfDamaged(await findDetachedParts(this.#engine));
  }

  /**
   * Checks the definitions of tables, and the files of every table up to `maxFirstCheckBytes`.
   * @throws StoreDamaged with a fault that names the table.
   */
  async checkFiles(version: number): Promise<void> {
    if (!this.#isInProcess || version === 0) return;
    const expected = tablesOfVersion(version);
    throwIfDamaged(await findChangedDefinitions(this.#engine, this.#layout, expected, version));
    await this.#checkTables(expected, 0, maxFirstCheckBytes);
  }

  /** @throws StoreDamaged if there are fewer rows than the journal recorded. */
  async checkRows(): Promise<void> {
    if (!this.#isInProcess) return;
    throwIfDamaged(await findLostRows(this.#engine, { countsRows: true, mark: this.#mark }));
  }

  /**
   * Checks the tables that were too large for `checkFiles`, and then checks again every minute.
   * @param onFullyChecked called when everything has been checked and is undamaged; immediately if the tables are on a
   * server.
   */
  start(onFullyChecked: () => void): void {
    if (!this.#isInProcess) {
      this.#isFullyChecked = true;
      onFullyChecked();
      return;
    }
    this.#firstCheck = this.#checkLargeTables().then(
      () => {
        if (this.#isClosed) return;
        this.#isFullyChecked = true;
        onFullyChecked();
        this.#timer = setInterval(() => this.#checkPeriodically(), checkEveryMs).unref();
      },
      (error: unknown) => {
        this.#reportIfDamage(error);
        if (this.#isClosed || this.#damage !== null) return;
        this.#timer = setTimeout(() => this.start(onFullyChecked), checkEveryMs).unref();
      },
    );
  }

  /** Stops checking, and waits until no check is running. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#isInProcess) return;
    // If this fails, the checks run to their end.
    await this.#engine.cancelInspections().catch(() => {});
    await Promise.all([this.#firstCheck, this.#runningCheck?.done]);
  }

  async #checkLargeTables(): Promise<void> {
    await this.#checkTables(allTables, maxFirstCheckBytes, Number.POSITIVE_INFINITY);
  }

  #checkPeriodically(): void {
    this.#checkCount += 1;
    this.#check(
      this.#checkCount % checksPerDay === 0 ? Number.POSITIVE_INFINITY : maxFrequentCheckBytes,
    );
  }

  /**
   * Checks tables up to a size while the store serves. If a smaller check is already running, a full check follows it;
   * any other running check suffices.
   */
  #check(upToBytes: number): void {
    if (this.#isClosed || this.#damage !== null) return;
    if (this.#runningCheck) {
      this.#isFullCheckDue ||= upToBytes > this.#runningCheck.upToBytes;
      return;
    }
    const check = async () => {
      throwIfDamaged(await findDetachedParts(this.#engine));
      await this.#checkTables(allTables, 0, upToBytes);
      if (upToBytes === Number.POSITIVE_INFINITY) await this.checkRows();
    };
    const done = check()
      .catch((error: unknown) => this.#reportIfDamage(error))
      .finally(() => {
        this.#runningCheck = null;
        if (!this.#isFullCheckDue) return;
        this.#isFullCheckDue = false;
        this.#check(Number.POSITIVE_INFINITY);
      });
    this.#runningCheck = { upToBytes, done };
  }

  /** Stops the store from serving. */
  reportDamage(damage: StoreDamaged): void {
    if (this.#isClosed || this.#damage !== null) return;
    this.#damage = damage;
    this.#onDamage(damage);
  }

  #reportIfDamage(error: unknown): void {
    // Any other failure of a check says nothing about damage.
    if (error instanceof StoreDamaged) this.reportDamage(error);
  }

  /** Checks the files of tables larger than `minBytes` and up to `maxBytes`. */
  async #checkTables(tables: readonly Table[], minBytes: number, maxBytes: number): Promise<void> {
    const sizes = await this.#readSizes();
    for (const { name } of [migrationsTable, ...tables]) {
      const size = sizes.get(name) ?? 0;
      if (this.#isClosed) return;
      if (size > minBytes && size <= maxBytes)
        throwIfDamaged(await findBrokenParts(this.#engine, name));
    }
  }

  /** Reads the bytes on disk of each table. */
  async #readSizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = await this.#engine.rows(
      SizeRow,
      `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
       WHERE database = currentDatabase() AND active GROUP BY table`,
    );
    return new Map(sizes.map(({ table, bytes }) => [table, bytes]));
  }
}

/** @throws StoreDamaged with the first fault, if any. */
function throwIfDamaged(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first !== undefined) throw new StoreDamaged(first);
}

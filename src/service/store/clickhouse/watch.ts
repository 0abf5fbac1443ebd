import * as v from 'valibot';
import { StoreDamaged } from '../store.ts';
import {
  type Fault,
  findBrokenParts,
  findChangedDefinitions,
  findDetachedParts,
  findLostRows,
} from './damage.ts';
import type { Engine } from './engine.ts';
import type { Layout } from './layout.ts';
import { tablesAt } from './migrations.ts';
import { tables as allTables, migrationsTable, type Table } from './tables.ts';

const MiB = 1024 * 1024;
/** Tables up to this size are read whole before the store serves, larger ones while it does. */
const checkedFirstBytes = 64 * MiB;
/** Tables up to this size are read again with every look. */
const readEveryLookBytes = 4 * MiB;
const lookEveryMs = 60_000;
/** Every table is read once a day. */
const looksADay = (24 * 3_600_000) / lookEveryMs;

const SizeRow = v.object({ table: v.string(), bytes: v.number() });

/** Looks for damage at the start and while the store is open. */
export class StoreWatch {
  readonly #engine: Engine;
  readonly #layout: Layout;
  readonly #inProcess: boolean;
  readonly #onDamage: (damage: StoreDamaged) => void;
  #damage: StoreDamaged | null = null;
  #isWhole = false;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  #looks = 0;
  #looking: Promise<void> | null = null;
  #starting: Promise<void> = Promise.resolve();

  /**
   * @param inProcess whether the tables are files of this process. A server checks its own.
   * @param onDamage called once, when the store stops serving because it is damaged.
   */
  constructor(
    engine: Engine,
    layout: Layout,
    { inProcess, onDamage }: { inProcess: boolean; onDamage: (damage: StoreDamaged) => void },
  ) {
    this.#engine = engine;
    this.#layout = layout;
    this.#inProcess = inProcess;
    this.#onDamage = onDamage;
    if (inProcess) engine.whenDamaged(() => this.#look(Number.POSITIVE_INFINITY));
  }

  /** Why the store may not be read; null while nothing is known to be wrong with it. */
  get damage(): StoreDamaged | null {
    return this.#damage;
  }

  /** Whether everything has been checked since the store was opened. Until then nothing may be removed. */
  get isWhole(): boolean {
    return this.#isWhole && this.#damage === null;
  }

  /** @throws StoreDamaged when a part has been set aside: before anything else is believed. */
  async checkParts(): Promise<void> {
    if (this.#inProcess) settle(await findDetachedParts(this.#engine));
  }

  /**
   * Checks definitions, and the files of every table that is small enough.
   * @throws StoreDamaged naming the table.
   */
  async checkFiles(version: number): Promise<void> {
    if (!this.#inProcess || version === 0) return;
    const expected = tablesAt(version);
    settle(await findChangedDefinitions(this.#engine, this.#layout, expected, version));
    await this.#checkTables(expected, 0, checkedFirstBytes);
  }

  /** @throws StoreDamaged when rows are missing that the journal knows of. */
  async checkRows(): Promise<void> {
    if (!this.#inProcess) return;
    settle(await findLostRows(this.#engine));
  }

  /**
   * Checks what was too large to be checked before, then looks again every minute.
   * @param onWhole called when everything has been checked and is right.
   */
  start(onWhole: () => void): void {
    if (!this.#inProcess) {
      this.#isWhole = true;
      onWhole();
      return;
    }
    this.#starting = this.#checkRest().then(
      () => {
        if (this.#closed) return;
        this.#isWhole = true;
        onWhole();
        this.#timer = setInterval(() => this.#lookAgain(), lookEveryMs).unref();
      },
      (error: unknown) => {
        this.#fail(error);
        if (this.#closed || this.#damage !== null) return;
        this.#timer = setTimeout(() => this.start(onWhole), lookEveryMs).unref();
      },
    );
  }

  /** Resolves when no statement of a look is running any more. */
  async stop(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#inProcess) return;
    // One that cannot be ended ends by itself.
    await this.#engine.cancelInspections().catch(() => {});
    await Promise.all([this.#starting, this.#looking]);
  }

  async #checkRest(): Promise<void> {
    await this.#checkTables(allTables, checkedFirstBytes, Number.POSITIVE_INFINITY);
  }

  #lookAgain(): void {
    this.#looks += 1;
    this.#look(this.#looks % looksADay === 0 ? Number.POSITIVE_INFINITY : readEveryLookBytes);
  }

  /** Looks for damage while the store serves, unless a look is under way. */
  #look(upToBytes: number): void {
    if (this.#closed || this.#damage !== null) return;
    const look = async () => {
      settle(await findDetachedParts(this.#engine));
      await this.#checkTables(allTables, 0, upToBytes);
      if (upToBytes === Number.POSITIVE_INFINITY) settle(await findLostRows(this.#engine));
    };
    this.#looking ??= look()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = null;
      });
  }

  /** Ends the store's serving. */
  found(damage: StoreDamaged): void {
    if (this.#closed || this.#damage !== null) return;
    this.#damage = damage;
    this.#onDamage(damage);
  }

  #fail(error: unknown): void {
    // A failed check proves nothing; the next one will.
    if (error instanceof StoreDamaged) this.found(error);
  }

  /** Reads the tables whose size is over one bound and within another. */
  async #checkTables(among: readonly Table[], over: number, within: number): Promise<void> {
    const sizes = await this.#sizes();
    for (const { name } of [migrationsTable, ...among]) {
      const size = sizes.get(name) ?? 0;
      if (this.#closed) return;
      if (size > over && size <= within) settle(await findBrokenParts(this.#engine, name));
    }
  }

  /** Bytes on disk by table, for those that have any. */
  async #sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = await this.#engine.rows(
      SizeRow,
      `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
       WHERE database = currentDatabase() AND active GROUP BY table`,
    );
    return new Map(sizes.map(({ table, bytes }) => [table, bytes]));
  }
}

/** @throws StoreDamaged on the first fault. */
function settle(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first !== undefined) throw new StoreDamaged(first);
}

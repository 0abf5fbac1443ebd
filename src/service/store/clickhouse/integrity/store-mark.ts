import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCodeOf } from '../../../error-code.ts';
import { StoreDamaged } from '../../store.ts';

const fileName = 'store.json';
/** The file of the host's session key; it may be older than the store, but never than the mark of its folder. */
const sessionKeyFile = 'session-secret';

const Mark = v.object({
  /** The store's version. */
  version: v.number(),
  /** The number of the journal's last entry. */
  journalEntries: v.number(),
});
type Mark = v.InferOutput<typeof Mark>;

/**
 * A small file beside the tables that says how far the store has come, so that a store without its tables is not taken
 * for a new one, and the loss of the journal's last entries is noticed.
 */
export class StoreMark {
  readonly #path: string;
  #mark: Mark | null;

  private constructor(path: string, mark: Mark | null) {
    this.#path = path;
    this.#mark = mark;
  }

  /**
   * Reads the mark in DATA_DIR. Stores of versions before 8 have none.
   * @throws StoreDamaged if the file is malformed.
   */
  static read(dataDir: string): StoreMark {
    const path = join(dataDir, fileName);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return new StoreMark(path, null);
      throw error;
    }
    try {
      return new StoreMark(path, v.parse(Mark, JSON.parse(text)));
    } catch {
      throw new StoreDamaged(`${fileName} cannot be read`);
    }
  }

  /**
   * Marks a folder in which nothing has been stored yet, before its first files are created, so that an interrupted first
   * start is not taken for a lost store. Does nothing in a folder that has been used before.
   */
  static begin(dataDir: string): void {
    const isUsed = [fileName, sessionKeyFile, 'clickhouse'].some((name) =>
      existsSync(join(dataDir, name)),
    );
    if (isUsed) return;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, fileName);
    const draft = `${path}.${randomUUID()}`;
    const unused: Mark = { version: 0, journalEntries: 0 };
    writeFileSync(draft, `${JSON.stringify(unused)}\n`, { mode: 0o600, flush: true });
    try {
      // Unlike renaming, this never replaces the mark of another process.
      linkSync(draft, path);
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }

  /** Null if the store has no mark yet. */
  get mark(): Readonly<Mark> | null {
    return this.#mark;
  }

  /**
   * Replaces the file. A failure, for example because the disk is full, leaves an older mark, which is still true: a
   * mark says how far the store has come at least.
   */
  async advance(change: Partial<Mark>): Promise<void> {
    const mark = { version: 0, journalEntries: 0, ...this.#mark, ...change };
    try {
      const newPath = `${this.#path}.new`;
      const file = await open(newPath, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(mark)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(newPath, this.#path);
      this.#mark = mark;
    } catch {}
  }
}

import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCodeOf } from '../../../error-code.ts';
import { StoreDamaged } from '../../store.ts';

const fileName = 'store.json';

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
